package io.narrows.terminal.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

    @Test
    void add_halfOfTheWork_fillsHalfTheBarAndCloseClearsIt() {
        try (ProgressBar bar = new ProgressBar(new PrintStream(terminal), 1000)) {
            bar.add(499);
            bar.add(1);

            assertThat(shown()).endsWith("\r[" + "#".repeat(20) + " ".repeat(20) + "] 50 %");
        }

        assertThat(shown()).endsWith(" \r");
    }

    @Test
    void add_withinOnePercent_printsOnce() {
        try (ProgressBar bar = new ProgressBar(new PrintStream(terminal), 1000)) {
            bar.add(1);
            bar.add(1);

            assertThat(shown()).containsOnlyOnce("0 %");
        }
    }

    @Test
    void clear_leavesAnEmptyLineUntilMoreIsDone() {
        try (ProgressBar bar = new ProgressBar(new PrintStream(terminal), 1000)) {
            bar.add(500);
            bar.clear();

            assertThat(shown()).endsWith(" \r");

            bar.add(0);

            assertThat(shown()).endsWith("] 50 %");
        }
    }

    private String shown() {
        return terminal.toString(StandardCharsets.UTF_8);
    }
}
