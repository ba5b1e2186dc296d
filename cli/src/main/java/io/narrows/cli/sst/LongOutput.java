package io.narrows.cli.sst;

import io.narrows.terminal.process.StandardOutput;
import java.io.BufferedWriter;
import java.io.PrintWriter;
import picocli.CommandLine.ExitCode;

/** Standard output for many lines: buffered, and aware of a closed reader. */
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

    /**
     * Returns whether another line would be accepted; call before each line. Checks only occasionally, since a check flushes
     * the buffer.
     */
    boolean isOpen() {
        if (++lines % LINES_BETWEEN_LOOKS == 0) {
            flush();
        }
        return !broken;
    }

    void flush() {
        buffered.flush();
        // picocli's writer around System.out does not see its errors, since a PrintStream does not throw.
        broken |= target.checkError() || System.out.checkError();
    }

    /**
     * Returns the exit code, given that of the work. A reader that closes the pipe, as {@code head} does, has read enough; a
     * failed write to a file is reported, because the output is then truncated.
     */
    int exitCode(int ofWork, PrintWriter err) {
        flush();
        if (!broken || StandardOutput.OUT.isPipe()) {
            return ofWork;
        }
        err.println("narrows: cannot write to standard output; output is truncated");
        err.flush();
        return ExitCode.SOFTWARE;
    }
}
