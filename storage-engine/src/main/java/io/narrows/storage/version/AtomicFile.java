package io.narrows.storage.version;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Small files that are there whole, or as they were before, whatever happens meanwhile. */
public final class AtomicFile {
    private AtomicFile() {}

    /**
     * Gives a file a content, durably.
     *
     * @param temporary where it is written first, in the same directory; what is there is removed
     */
    public static void write(Path file, Path temporary, byte[] content) throws IOException {
        Files.deleteIfExists(temporary);
        try (InterruptSafeFile unfinished = InterruptSafeFile.create(temporary)) {
            unfinished.write(ByteBuffer.wrap(content), 0);
            unfinished.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        InterruptSafeFile.forceDirectory(file.toAbsolutePath().getParent());
    }

    /** The content of a small file; nothing an interrupt could spoil. */
    static byte[] read(Path file) throws IOException {
        try (InterruptSafeFile opened = InterruptSafeFile.open(file)) {
            ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(opened.size()));
            opened.read(content, 0);
            return content.array();
        }
    }
}
