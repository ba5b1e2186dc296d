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
 * An output file: bytes go to {@code FILE.tmp}, which is renamed only once it is complete and forced to disk. Not
 * thread-safe.
 */
final class TableSink implements Closeable {
    private static final int BUFFER = 1 << 18;

    private final Path file;
    private final Path unfinished;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private long position;

    /** Whether the temporary file is gone: renamed or deleted. */
    private boolean settled;

    TableSink(Path file) throws IOException {
        this.file = file;
        this.unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        this.channel = FileChannel.open(
                unfinished, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    /** Returns the number of bytes written. */
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

    /** Forces everything to disk and renames the file, replacing an existing one. */
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

    /** Deletes the file unless it was renamed, even if an interrupt or a failure has closed its channel. */
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
