package io.narrows.lab.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.testkit.TraceWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("a.trace");
    }

    @Test
    void read_records_haveTimeAndBytes() throws Exception {
        TraceWriter.write(file, "hello", "", "world");

        List<TraceRecord> records = TraceFile.read(file);

        assertThat(records).extracting(TraceRecord::nanos).containsExactly(0L, 1_000_000L, 2_000_000L);
        assertThat(records).extracting(TraceRecord::length).containsExactly(5, 0, 5);
        assertThat(text(records.get(2))).isEqualTo("world");
        assertThat(text(records.get(2))).as("a second look").isEqualTo("world");
    }

    @Test
    void read_empty_hasNoRecords() throws Exception {
        TraceWriter.write(file);

        assertThat(TraceFile.read(file)).isEmpty();
    }

    @Test
    void read_cutHeader_namesTheByte() throws Exception {
        byte[] whole = Files.readAllBytes(TraceWriter.write(file, "hello", "world"));
        Files.write(file, Arrays.copyOf(whole, 12 + 5 + 11));

        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> TraceFile.read(file))
                .withMessage(file + ": byte 17: record header of 11 bytes (expected: 12)");
    }

    @Test
    void read_cutRecord_namesTheByteAndTheLength() throws Exception {
        byte[] whole = Files.readAllBytes(TraceWriter.write(file, "hello", "world"));
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));

        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> TraceFile.read(file))
                .withMessage(file + ": byte 17: record of 5 bytes (expected: 0-4)");
    }

    @Test
    void read_lengthAboveTwoToTheThirtyOne_isRefused() throws Exception {
        byte[] whole = Files.readAllBytes(TraceWriter.write(file, "hello"));
        Arrays.fill(whole, 8, 12, (byte) -1);
        Files.write(file, whole);

        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> TraceFile.read(file))
                .withMessage(file + ": byte 0: record of 4294967295 bytes (expected: 0-5)");
    }

    @Test
    void read_timeRunningBackwards_isRefused() throws Exception {
        byte[] whole = Files.readAllBytes(TraceWriter.write(file, "a", "b"));
        whole[0] = 127;
        whole[3] = 127;
        Files.write(file, whole);

        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> TraceFile.read(file))
                .withMessageStartingWith(file + ": byte 13: time 1000000 after ");
    }

    private static String text(TraceRecord record) {
        return StandardCharsets.UTF_8.decode(record.data()).toString();
    }
}
