package io.narrows.terminal.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The two output streams of a process. */
public enum StandardOutput {
    OUT(1),
    ERROR(2);

    private final int descriptor;

    StandardOutput(int descriptor) {
        this.descriptor = descriptor;
    }

    /**
     * Returns whether the stream is a terminal rather than a file or a pipe. The JDK reports this only for input and
     * output together.
     */
    public boolean isTerminal() {
        String target = target();
        return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    }

    /** Returns whether the stream is a pipe to another process. */
    public boolean isPipe() {
        String target = target();
        return target.startsWith("pipe:") || target.startsWith("socket:");
    }

    /** Returns the kernel's name of the stream's target; empty if it gives none. */
    private String target() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
