package io.narrows.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocSectionTest {
    @TempDir
    private Path directory;

    @Test
    void write_replacesThatPartOnly() throws IOException {
        Path file = page("a\n<!-- bench one -->\nold\n<!-- end -->\nb\n<!-- bench two -->\nother\n<!-- end -->\n");

        DocSection.write(file, "one", "new\n");

        assertThat(file)
                .hasContent("a\n<!-- bench one -->\nnew\n<!-- end -->\nb\n<!-- bench two -->\nother\n<!-- end -->\n");
    }

    @Test
    void write_intoAPageWithoutThatPart_isRefused() throws IOException {
        Path file = page("<!-- bench one -->\nold\n<!-- end -->\n");

        assertThatThrownBy(() -> DocSection.write(file, "two", "new\n"))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ": no part from <!-- bench two --> to <!-- end -->");
    }

    private Path page(String content) throws IOException {
        return Files.writeString(directory.resolve("page.md"), content);
    }
}
