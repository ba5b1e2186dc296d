package io.narrows.cli.output;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;

/** The lower part of a terminal, drawn again and again in the same place. What is not a terminal gets it once a call. */
public final class Screen {
    private static final double SECONDS_APART = 5;
    private static final double SLACK_SECONDS = 0.5;
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private final PrintWriter out;
    private final boolean terminal;
    private int drawn;
    private double drawnAt = -SECONDS_APART;

    public Screen(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    public boolean terminal() {
        return terminal;
    }

    /** Puts a block, whose first line is a heading, in the place of the one before. */
    public void draw(List<String> block) {
        StringBuilder text = new StringBuilder();
        if (terminal && drawn > 0) {
            text.append("\u001b[").append(drawn).append("A\u001b[J");
        }
        for (int i = 0; i < block.size(); i++) {
            boolean bold = terminal && i == 0;
            text.append(bold ? BOLD : "")
                    .append(block.get(i))
                    .append(bold ? PLAIN : "")
                    .append(System.lineSeparator());
        }
        if (!terminal) {
            text.append(System.lineSeparator());
        }
        drawn = block.size();
        print(text.toString());
    }

    /**
     * Puts a block in the place of the one before as often as it is called on a terminal, and elsewhere every five seconds.
     *
     * @param seconds since what it shows began; less than before when that is something else
     */
    public void drawLive(double seconds, Supplier<List<String>> block) {
        if (terminal || seconds < drawnAt || seconds - drawnAt >= SECONDS_APART - SLACK_SECONDS) {
            drawnAt = seconds;
            draw(block.get());
        }
    }

    /** Leaves the block where it is and begins a new one below. */
    public void keep() {
        drawn = 0;
        if (terminal) {
            print(System.lineSeparator());
        }
    }

    public void print(String text) {
        out.print(text);
        out.flush();
    }
}
