package io.narrows.terminal.output;

import io.narrows.terminal.process.StandardOutput;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import picocli.CommandLine.ExitCode;

/** Standard output for arbitrary bytes: buffered, and aware of a closed reader. */
public final class RawOutput {
    private static final int BUFFER = 1 << 16;

    private final OutputStream out;
    private boolean broken;

    /** @param target stays open */
    public RawOutput(OutputStream target) {
        this.out = new BufferedOutputStream(target, BUFFER);
    }

    /** Returns standard output without {@link System#out}, which throws no exceptions. */
    public static RawOutput onStandardOutput() {
        return new RawOutput(new FileOutputStream(FileDescriptor.out));
    }

    public void write(byte[] bytes, int offset, int length) {
        if (!broken) {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                broken = true;
            }
        }
    }

    public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    /** Returns whether the output is still accepted, as far as is known. */
    public boolean isOpen() {
        return !broken;
    }

    /**
     * Ends the output. Returns the exit code, given that of the work. A reader that closes the pipe, as {@code head} does,
     * has read enough; a failed write to a file is reported, because the output is then truncated.
     */
    public int exitCode(int ofWork, PrintWriter err) {
        flush();
        if (!broken || StandardOutput.OUT.isPipe()) {
            return ofWork;
        }
        err.println("narrows: cannot write to standard output; output is truncated");
        err.flush();
        return ExitCode.SOFTWARE;
    }

    public void flush() {
        if (!broken) {
            try {
                out.flush();
            } catch (IOException e) {
                broken = true;
            }
        }
    }
}
