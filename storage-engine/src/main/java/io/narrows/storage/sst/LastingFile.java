package io.narrows.storage.sst;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file for reading that stays open when a thread is interrupted in it. A {@link FileChannel} is closed by that, for all
 * threads; here it is opened again, and who read reads once more. So the file must keep its name for as long. Safe for use
 * by many threads.
 */
final class LastingFile implements Closeable {
    private final Path path;
    private volatile FileChannel channel;
    private boolean closed;

    /** What is done with the channel, and done again with another one if it is closed meanwhile. */
    private interface Operation {
        long on(FileChannel channel) throws IOException;
    }

    private LastingFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    static LastingFile open(Path path) throws IOException {
        return new LastingFile(path, FileChannel.open(path, StandardOpenOption.READ));
    }

    long size() throws IOException {
        return lasting(FileChannel::size);
    }

    /**
     * Reads until an array is full or the file ends.
     *
     * @return the bytes that were read
     */
    int read(byte[] bytes, long offset) throws IOException {
        return (int) lasting(open -> {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            int read = 0;
            while (buffer.hasRemaining() && read >= 0) {
                read = open.read(buffer, offset + buffer.position());
            }
            return buffer.position();
        });
    }

    private long lasting(Operation operation) throws IOException {
        boolean interrupted = false;
        try {
            FileChannel open = channel;
            while (true) {
                try {
                    return operation.on(open);
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted(); // or the next channel would be closed too
                    open = another(open);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * A channel in place of a broken one: a new one, unless another thread was here before.
     *
     * @throws ClosedChannelException after {@link #close}
     */
    private synchronized FileChannel another(FileChannel broken) throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (channel == broken) {
            channel = FileChannel.open(path, StandardOpenOption.READ);
        }
        return channel;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        channel.close();
    }
}
