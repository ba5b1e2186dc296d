package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableWriter;
import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code narrows sst} from a shell. */
class SstToolsIT {
    private static final String LAUNCHER =
            Path.of("..", "bin", "narrows").toAbsolutePath().normalize().toString();

    /** A dump of all rows is many times larger than a pipe's buffer. */
    private static final int ROWS = 50_000;

    @TempDir
    Path folder;

    private Path file;

    /** Runs the launcher once, so that its build output comes before any test. */
    @BeforeAll
    static void build() {
        Command.run(LAUNCHER, "version");
    }

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("rows.sst");
        try (TableWriter table = TableWriter.create(file, TableOptions.DEFAULT, Codecs.load())) {
            for (int row = 0; row < ROWS; row++) {
                table.put(Slice.of("key%06d".formatted(row)), Slice.of("value " + row));
            }
            table.finish();
        }
    }

    @Test
    void dump_readerGoesAway_endsQuietly() {
        assertThat(shell("set -o pipefail; \"$0\" sst dump \"$1\" | head -n 1"))
                .isEqualTo("'key000000' @0 put 'value 0'\n");
    }

    @Test
    void dump_fullDisk_isReported() {
        assertThatThrownBy(() -> shell("\"$0\" sst dump \"$1\" > /dev/full"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("exit 1")
                .hasMessageContaining("narrows: cannot write to standard output; output is truncated");
    }

    @Test
    void verify_damagedFile_endsWithOne() throws IOException {
        assertThat(shell("\"$0\" sst verify \"$1\"")).startsWith(file + ": ok, 50,000 entries in ");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);

        assertThatThrownBy(() -> shell("\"$0\" sst verify \"$1\""))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("exit 1")
                .hasMessageContaining(": data block: ");
    }

    private String shell(String script) {
        return Command.run("bash", "-c", script, LAUNCHER, file.toString());
    }
}
