package io.narrows.cli.estimate.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageFileTest {
    @TempDir
    Path folder;

    @Test
    void write_replacesTheFile_andLeavesNoOther() throws IOException {
        Path file = Files.writeString(folder.resolve("page.html"), "before");

        PageFile.write(file, "after");

        assertThat(file).hasContent("after");
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
    }

    @Test
    void write_doesNotWriteIntoTheFileThatIsThere() throws IOException {
        Path file = Files.writeString(folder.resolve("page.html"), "before");
        Path sameFile = Files.createLink(folder.resolve("link.html"), file);

        PageFile.write(file, "after");

        assertThat(sameFile).hasContent("before");
    }

    @Test
    void write_folderIsMissing_isNamed() {
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> PageFile.write(folder.resolve("none/page.html"), ""))
                .withMessageEndingWith("none");
    }

    @Test
    void write_toADirectory_saysWhatWasExpected() {
        assertThatIOException()
                .isThrownBy(() -> PageFile.write(folder, ""))
                .withMessageContaining("is a directory (expected: a file");
    }
}
