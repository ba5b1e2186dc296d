package io.narrows.cli.output;

import io.narrows.cli.process.StandardOutput;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import picocli.CommandLine.ExitCode;

/** Standard output for bytes of any kind: buffered, and it knows when nobody takes any more of them. */
public final class RawOutput {
    private static final int BUFFER = 1 << 16;

    private final OutputStream out;
    private boolean broken;

    /** @param target stays open */
    public RawOutput(OutputStream target) {
        this.out = new BufferedOutputStream(target, BUFFER);
    }

    /** Past {@link System#out}, which throws nothing. */
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

    /** Whether what is written goes somewhere, as far as is known yet. */
    public boolean isOpen() {
        return !broken;
    }

    /**
     * Ends the output. Returns the exit code, given that of the work. A reader that goes away, as {@code head} does, has what
     * it wanted; a file that takes no more is told, because then the output is cut.
     */
    public int exitCode(int ofWork, PrintWriter err) {
        flush();
        if (!broken || StandardOutput.OUT.isPipe()) {
            return ofWork;
        }
        err.println("narrows: standard output takes no more: what is there is not all");
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
