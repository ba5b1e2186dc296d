package io.narrows.storage.db.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our log, printed by RocksDB 7.8. */
class LogDumpTest {
    @TempDir
    Path directory;

    @Test
    void changesOfEachKind_arePrinted() throws IOException {
        try (NarrowsStore ours = NarrowsStore.open(directory, NarrowsSetup.SMALL)) {
            ours.createFamily("second");
            ours.write(List.of(
                    new Change.Put("default", Slice.of("a"), Slice.of("1")),
                    new Change.Delete("second", Slice.of("b"))));
            ours.write(List.of(
                    new Change.SingleDelete("default", Slice.of("c")),
                    new Change.DeleteRange("second", Slice.of("d"), Slice.of("e"))));
        }

        String dump = new Ldb(directory).run("dump_wal", "--walfile=" + log(), "--header", "--print_value");

        assertThat(dump.lines().map(String::strip))
                .containsSubsequence(
                        "1,2,21,0,PUT(0) : 0x61 : 0x31 DELETE(1) : 0x62",
                        "3,2,21,28,SINGLE_DELETE(0) : 0x63 DELETE_RANGE(1) : 0x64 0x65");
    }

    private Path log() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
