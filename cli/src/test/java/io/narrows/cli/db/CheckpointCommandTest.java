package io.narrows.cli.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointCommandTest {
    @TempDir
    Path folder;

    private final Tools tools = new Tools();
    private Path db;
    private Path target;

    @BeforeEach
    void create() throws Exception {
        target = folder.resolve("copy");
        db = Tools.database(folder.resolve("db"), it -> {
            Tools.put(it, "flushed", "1");
            it.flush();
            Tools.put(it, "logged", "2");
        });
    }

    @Test
    void checkpoint_isAnIndependentDatabase() {
        assertThat(tools.run("checkpoint", db, target)).isZero();
        tools.run("put", db, "later", "3");

        tools.run("scan", target);

        assertThat(tools.out()).startsWith(target + ": checkpoint of " + db);
        assertThat(tools.raw()).isEqualTo("flushed : 1\nlogged : 2\n");
    }

    @Test
    void checkpoint_targetThatIsThere_isLeftAlone() throws Exception {
        Files.createDirectory(target);

        assertThat(tools.run("checkpoint", db, target)).isEqualTo(1);

        assertThat(target).isEmptyDirectory();
        assertThat(tools.err())
                .isEqualTo("narrows: " + db + ": " + target + ": already exists (expected: a new directory)\n");
    }
}
