package io.narrows.tests.support;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A directory on a separate in-memory file system, which can be full. Needs the mount namespace of the end-to-end tests. */
public final class SmallDisk implements AutoCloseable {
    private static final int MEGABYTES = 256;

    private final Path directory;
    private final Path ballast;

    public SmallDisk(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.ballast = directory.resolve("ballast");
        Command.run("mount", "-t", "tmpfs", "-o", "size=" + MEGABYTES + "m", "tmpfs", directory.toString());
    }

    /** Fills the file system to the last byte. */
    public void fill() throws IOException {
        byte[] block = new byte[1 << 16];
        for (int length = block.length; length > 0; length /= 2) {
            try (OutputStream out =
                    Files.newOutputStream(ballast, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                while (true) {
                    out.write(block, 0, length);
                }
            } catch (IOException full) {
                // Smaller pieces may still fit.
            }
        }
    }

    public void free() throws IOException {
        Files.deleteIfExists(ballast);
    }

    /** Removes the file system with its contents, even while in use. */
    @Override
    public void close() {
        Command.run("umount", "--lazy", directory.toString());
    }
}
