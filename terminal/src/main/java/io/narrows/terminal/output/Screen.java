package io.narrows.terminal.output;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;

/** The lower part of a terminal, redrawn in place. Other outputs receive each block once. */
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

    /** Replaces the previous block; the first line of a block is a heading. */
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
     * Replaces the previous block on each call on a terminal, and every five seconds elsewhere.
     *
     * @param seconds since the displayed activity began; a lower value than before starts a new activity
     */
    public void drawLive(double seconds, Supplier<List<String>> block) {
        if (terminal || seconds < drawnAt || seconds - drawnAt >= SECONDS_APART - SLACK_SECONDS) {
            drawnAt = seconds;
            draw(block.get());
        }
    }

    /** Keeps the block and begins a new one below. */
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
