package io.narrows.cli.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The two streams that a process writes to. */
public enum StandardOutput {
    OUT(1),
    ERROR(2);

    private final int descriptor;

    StandardOutput(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Whether somebody looks at it, as opposed to a file or a pipe. The JDK tells only of input and output together. */
    public boolean isTerminal() {
        String target = target();
        return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    }

    /** Whether another process reads it. */
    public boolean isPipe() {
        String target = target();
        return target.startsWith("pipe:") || target.startsWith("socket:");
    }

    /** What it leads to, as the kernel names it; nothing where the kernel does not say. */
    private String target() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
