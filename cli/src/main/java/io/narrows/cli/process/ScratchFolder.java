package io.narrows.cli.process;

import io.narrows.node.file.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A new folder for what other processes of this program read and write; it goes with all that is in it. */
public record ScratchFolder(Path path) implements AutoCloseable {
    /** Where the system has such folders. */
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
