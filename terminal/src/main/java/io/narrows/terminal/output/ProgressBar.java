package io.narrows.terminal.output;

import io.narrows.terminal.process.StandardOutput;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** A progress bar on one line of a terminal, removed at the end. Prints nothing if the output is not a terminal. */
public final class ProgressBar implements AutoCloseable {
    private static final int WIDTH = 40;

    private final @Nullable PrintStream terminal;
    private final long total;
    private long done;
    private int shown = -1;

    /**
     * @param terminal null for none
     * @param total in the unit of {@link #add}
     */
    ProgressBar(@Nullable PrintStream terminal, long total) {
        this.terminal = terminal;
        this.total = Math.max(total, 1);
    }

    /** @param total in the unit of {@link #add} */
    public static ProgressBar onStandardError(long total) {
        return new ProgressBar(StandardOutput.ERROR.isTerminal() ? System.err : null, total);
    }

    public void add(long units) {
        done += units;
        int percent = (int) Math.min(100, done * 100 / total);
        if (terminal != null && percent != shown) {
            shown = percent;
            int filled = percent * WIDTH / 100;
            terminal.print("\r[" + "#".repeat(filled) + " ".repeat(WIDTH - filled) + "] " + percent + " %");
            terminal.flush();
        }
    }

    /** Removes the bar until there is more progress, so that other output to the terminal begins on an empty line. */
    public void clear() {
        if (terminal != null && shown >= 0) {
            terminal.print("\r" + " ".repeat(WIDTH + 8) + "\r");
            terminal.flush();
            shown = -1;
        }
    }

    @Override
    public void close() {
        clear();
    }
}
