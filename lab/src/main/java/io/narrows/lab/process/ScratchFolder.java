package io.narrows.lab.process;

import io.narrows.node.file.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary folder for files that are shared with other processes of this program; deleted with its contents on close. */
public record ScratchFolder(Path path) implements AutoCloseable {
    /** Creates a folder in the system's temporary directory. */
    public static ScratchFolder create() throws IOException {
        return new ScratchFolder(Files.createTempDirectory("narrows-demo-"));
    }

    @Override
    public void close() {
        try {
            Directories.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
