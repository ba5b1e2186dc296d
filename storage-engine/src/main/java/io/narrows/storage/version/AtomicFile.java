package io.narrows.storage.version;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Reads and writes small files atomically: after a crash, a file has either its old or its new content. */
public final class AtomicFile {
    private AtomicFile() {}

    /**
     * Replaces the content of a file atomically and durably.
     *
     * @param temporary a file in the same directory for the intermediate copy; replaced if it exists
     */
    public static void write(Path file, Path temporary, byte[] content) throws IOException {
        Files.deleteIfExists(temporary);
        try (InterruptSafeFile unfinished = InterruptSafeFile.create(temporary)) {
            unfinished.write(ByteBuffer.wrap(content), 0);
            unfinished.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        InterruptSafeFile.forceParent(file);
    }

    /** Returns the content of a small file. An interrupt does not disturb it. */
    static byte[] read(Path file) throws IOException {
        try (InterruptSafeFile opened = InterruptSafeFile.open(file)) {
            ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(opened.size()));
            opened.read(content, 0);
            return content.array();
        }
    }
}
