package io.narrows.storage.sst;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that comes to be: bytes go to {@code FILE.tmp}, and only a whole one, forced to disk, gets its name. One thread
 * at a time uses it.
 */
final class TableSink implements Closeable {
    private static final int BUFFER = 1 << 18;

    private final Path file;
    private final Path unfinished;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private long position;

    /** Whether there is no unfinished file any more: it has got its name, or is removed. */
    private boolean settled;

    TableSink(Path file) throws IOException {
        this.file = file;
        this.unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        this.channel = FileChannel.open(
                unfinished, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    /** Bytes that were written. */
    long position() {
        return position;
    }

    void write(byte[] source, int offset, int length) throws IOException {
        position += length;
        int from = offset;
        int left = length;
        while (left > buffer.remaining()) {
            int part = buffer.remaining();
            buffer.put(source, from, part);
            from += part;
            left -= part;
            flush();
        }
        buffer.put(source, from, left);
    }

    /** Forces everything to disk and gives the file its name, in place of one that had it. */
    void finish() throws IOException {
        flush();
        channel.force(true);
        channel.close();
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        settled = true;
        Path directory = file.toAbsolutePath().getParent();
        try (FileChannel folder = FileChannel.open(directory, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    /** Removes the file if it does not have its name; also one whose channel an interrupt or a failure has closed. */
    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            if (!settled) {
                settled = true;
                Files.deleteIfExists(unfinished);
            }
        }
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }
}
