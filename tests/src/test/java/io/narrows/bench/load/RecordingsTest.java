package io.narrows.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.lab.play.Score;
import io.narrows.lab.trace.TraceFile;
import io.narrows.lab.trace.TraceRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsTest {
    @TempDir
    private Path directory;

    @Test
    void addTraces_takesEachDirectoryWithAnIndex_withoutConnectionsThatSaidNothing() throws IOException {
        Path trace = Files.createDirectories(directory.resolve("mysql"));
        Files.createDirectories(directory.resolve("empty"));
        write(trace, "c2s", "SELECT 1");
        write(trace, "s2c", "1");
        write(trace, "silent");
        Files.writeString(trace.resolve("index.json"), """
                {"conns": [
                 {"id": 0, "label": "a", "start_ns": 1, "c2s": {"file": "c2s", "records": 1}, "s2c": {"file": "s2c", "records": 1}},
                 {"id": 1, "label": "a", "start_ns": 2, "c2s": {"file": "silent", "records": 0}, "s2c": {"file": "silent", "records": 0}}
                ]}
                """);
        Recordings recordings = Recordings.own();

        recordings.addTraces(directory);

        Score score = recordings.get("mysql");
        assertThat(score.dialogues()).hasSize(1);
        assertThat(score.dialogues().get(0).client())
                .asString(StandardCharsets.US_ASCII)
                .isEqualTo("SELECT 1");
        assertThat(score.dialogues().get(0).server())
                .asString(StandardCharsets.US_ASCII)
                .isEqualTo("1");
    }

    @Test
    void bulk_isAtLeast60Megabytes() throws IOException {
        assertThat(Recordings.own().bulk()).hasSizeGreaterThanOrEqualTo(60_000_000);
    }

    private static void write(Path trace, String file, String... records) throws IOException {
        List<TraceRecord> all = List.of(records).stream()
                .map(text -> new TraceRecord(1, ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII))))
                .toList();
        Files.write(trace.resolve(file), TraceFile.encode(all).array());
    }
}
