package io.narrows.cli.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StageTest {
    @TempDir
    private Path out;

    /**
     * Otherwise an interrupted first run would lose the only authority for the certificates that it has already
     * moved.
     */
    @Test
    void folderThatOthersDependOn_isMovedBeforeThem() throws Exception {
        Files.createDirectories(out.resolve("a1/hosts/obstacle"));
        try (Stage stage = Stage.create(out)) {
            stage.write("a1/hosts", "hosts");
            stage.write("ca/ca.pem", "certificate");

            assertThatThrownBy(() -> stage.move("ca")).isInstanceOf(FileSystemException.class);
        }

        assertThat(out.resolve("ca/ca.pem")).hasContent("certificate");
    }

    @Test
    void emptyFolder_isReplacedAsAWhole() throws Exception {
        Path target = Files.createDirectory(out.resolve("ca"));
        Object before = Files.getAttribute(target, "unix:ino");
        try (Stage stage = Stage.create(out)) {
            stage.write("ca/ca.key", "key");
            stage.write("ca/ca.pem", "certificate");

            stage.move("ca");
        }

        assertThat(Files.getAttribute(target, "unix:ino")).isNotEqualTo(before);
        assertThat(target.resolve("ca.key")).hasContent("key");
    }
}
