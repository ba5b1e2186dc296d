package io.narrows.cli.sst;

import io.narrows.cli.process.StandardOutput;
import java.io.BufferedWriter;
import java.io.PrintWriter;
import picocli.CommandLine.ExitCode;

/** Standard output for many lines: buffered, and it knows when nobody takes any more of them. */
final class LongOutput {
    private static final int BUFFER = 1 << 16;
    private static final int LINES_BETWEEN_LOOKS = 256;

    private final PrintWriter target;
    private final PrintWriter buffered;
    private int lines;
    private boolean broken;

    LongOutput(PrintWriter target) {
        this.target = target;
        this.buffered = new PrintWriter(new BufferedWriter(target, BUFFER));
    }

    PrintWriter writer() {
        return buffered;
    }

    /** Whether another line would go somewhere; asked before each. Looks now and then only, as it empties the buffer. */
    boolean isOpen() {
        if (++lines % LINES_BETWEEN_LOOKS == 0) {
            flush();
        }
        return !broken;
    }

    void flush() {
        buffered.flush();
        // A writer that picocli puts around System.out sees none of its errors: a PrintStream throws nothing.
        broken |= target.checkError() || System.out.checkError();
    }

    /**
     * The exit code, given that of the work. A reader that goes away, as {@code head} does, has what it wanted; a file
     * that takes no more is told, because then the output is cut.
     */
    int exitCode(int ofWork, PrintWriter err) {
        flush();
        if (!broken || StandardOutput.OUT.isPipe()) {
            return ofWork;
        }
        err.println("narrows: standard output takes no more: what is there is not all");
        err.flush();
        return ExitCode.SOFTWARE;
    }
}
