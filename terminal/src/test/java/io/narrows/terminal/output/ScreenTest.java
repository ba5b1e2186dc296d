package io.narrows.terminal.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private final StringWriter text = new StringWriter();

    @Test
    void terminal_isDrawnEachTime_inTheSamePlace() {
        Screen screen = screen(true);

        screen.drawLive(1, () -> List.of("head", "one"));
        screen.drawLive(2, () -> List.of("head", "two"));

        assertThat(text).hasToString("""
                \u001b[1mhead\u001b[0m
                one
                \u001b[2A\u001b[J\u001b[1mhead\u001b[0m
                two
                """);
    }

    @Test
    void outputWithoutATerminal_isDrawnEveryFiveSeconds() {
        Screen screen = screen(false);

        for (int seconds = 1; seconds <= 10; seconds++) {
            String line = "second " + seconds;
            screen.drawLive(seconds + 0.1 * (seconds % 2), () -> List.of(line));
        }

        assertThat(text).hasToString("second 1\n\nsecond 6\n\n");
    }

    @Test
    void restart_isDrawnAtOnce() {
        Screen screen = screen(false);

        screen.drawLive(4, () -> List.of("first"));
        screen.drawLive(1, () -> List.of("second"));

        assertThat(text).hasToString("first\n\nsecond\n\n");
    }

    private Screen screen(boolean terminal) {
        return new Screen(new PrintWriter(text), terminal);
    }
}
