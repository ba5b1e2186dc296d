package io.narrows.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ReportOptionsTest {
    @TempDir
    private Path directory;

    private final PrintStream standardOutput = System.out;
    private final PrintStream standardError = System.err;
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private Path page;

    @Command(name = "trial")
    private static final class Trial {
        @Mixin
        private ReportOptions report;
    }

    @BeforeEach
    void listen() throws IOException {
        page = Files.writeString(directory.resolve("page.md"), "<!-- bench trial -->\nold\n<!-- end -->\n");
        System.setOut(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setOut(standardOutput);
        System.setErr(standardError);
    }

    @Test
    void updateDoc_writesTheTables() throws IOException {
        write("--update-doc=" + page, "--max-load=1");

        assertThat(page).content().contains("\nMade with `bin/bench --max-load=1`: ", "| table |");
        assertThat(told.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void docSection_isWrittenInsteadOfTheBenchmarksOwn() throws IOException {
        Files.writeString(page, "<!-- bench trial -->\nold\n<!-- end -->\n<!-- bench other -->\n<!-- end -->\n");

        write("--update-doc=" + page, "--doc-section=other");

        assertThat(page)
                .content()
                .startsWith("<!-- bench trial -->\nold\n<!-- end -->\n<!-- bench other -->\n\nMade with `bin/bench`: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "="})
    void into_isItsFormerName(String separator) throws IOException {
        write(("--max-load=1 --into" + separator + page).split(" "));

        assertThat(page).content().contains("\nMade with `bin/bench --max-load=1`: ", "| table |");
        assertThat(told.toString(StandardCharsets.UTF_8))
                .isEqualTo("bench: --into is now --update-doc; the next release will remove --into\n");
    }

    private static void write(String... arguments) throws IOException {
        Trial trial = new Trial();
        new CommandLine(trial).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
        trial.report.write("| table |");
    }
}
