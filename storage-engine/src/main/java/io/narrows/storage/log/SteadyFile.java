package io.narrows.storage.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An open file that an interrupt does no harm. Java closes a channel when a thread is interrupted that uses it, for all
 * threads; here it is opened again, the operation repeated, and the thread's interrupt kept for it to find. That is why
 * reads and writes say where. Safe for use by many threads.
 */
public final class SteadyFile implements Closeable {
    private final Path path;
    private final OpenOption reopening;
    private volatile FileChannel channel;
    private boolean closed;

    /** @param reopening how the file is opened when its channel was closed */
    SteadyFile(Path path, OpenOption reopening, FileChannel channel) {
        this.path = path;
        this.reopening = reopening;
        this.channel = channel;
    }

    /** One operation on a channel; it may be done again, on another one. */
    private interface Operation {
        long on(FileChannel channel) throws IOException;
    }

    /**
     * A new file, to write to.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is one of that name
     */
    public static SteadyFile create(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new SteadyFile(path, StandardOpenOption.WRITE, channel);
    }

    /** A file, or a directory, to read from or to force. */
    public static SteadyFile open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        return new SteadyFile(path, StandardOpenOption.READ, channel);
    }

    /** Forces what happened in a directory to disk: files that came, went, or changed their names. */
    public static void forceDirectory(Path directory) throws IOException {
        try (SteadyFile folder = open(directory)) {
            folder.force(true);
        }
    }

    public Path path() {
        return path;
    }

    /** In bytes, at this moment. */
    public long size() throws IOException {
        return perform(FileChannel::size);
    }

    /** Fills a buffer as far as the file reaches; returns the bytes that it got. */
    public int read(ByteBuffer target, long position) throws IOException {
        int start = target.position();
        return (int) perform(open -> {
            target.position(start);
            while (target.hasRemaining()) {
                if (open.read(target, position + target.position() - start) < 0) {
                    break;
                }
            }
            return target.position() - start;
        });
    }

    /** Writes all that a buffer has. */
    public void write(ByteBuffer source, long position) throws IOException {
        int start = source.position();
        perform(open -> {
            source.position(start);
            while (source.hasRemaining()) {
                open.write(source, position + source.position() - start);
            }
            return 0;
        });
    }

    /** Forces what was written to disk; with its times and owner, when {@code metadata} says so. */
    public void force(boolean metadata) throws IOException {
        perform(open -> {
            open.force(metadata);
            return 0;
        });
    }

    private long perform(Operation operation) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                FileChannel used = channel;
                try {
                    return operation.on(used);
                } catch (ClosedByInterruptException e) {
                    // the flag would close the next channel too
                    interrupted |= Thread.interrupted();
                    replace(used, e);
                } catch (ClosedChannelException e) {
                    replace(used, e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void replace(FileChannel used, ClosedChannelException why) throws IOException {
        if (closed) {
            throw why;
        }
        if (channel == used) {
            channel = FileChannel.open(path, reopening);
        }
    }

    /** Forces nothing to disk. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        channel.close();
    }
}
