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

    /** A second channel, opened before {@link #channel} is forced; null until then. Under the monitor. */
    private FileChannel spare;

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

    /** A file that exists, to write to. */
    public static SteadyFile openToWrite(Path path) throws IOException {
        return new SteadyFile(path, StandardOpenOption.WRITE, FileChannel.open(path, StandardOpenOption.WRITE));
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

    /**
     * Forces what was written to disk, for one thread at a time.
     *
     * <p>If an interrupt hits a force that fails, Java throws {@link ClosedByInterruptException} in place of the error, and the
     * kernel, which reports an error once for each open file, reports it to no file that is opened afterwards. So the force is
     * repeated on a channel that was open before (fsync(2): errors are reported to all descriptors that might have written).
     *
     * @param metadata whether times and owner are forced too
     * @throws IOException if it failed, or was interrupted twice; what was written before may be lost then, even if a later
     *     force succeeds
     */
    public void force(boolean metadata) throws IOException {
        boolean interrupted = Thread.interrupted(); // the flag would close the channel
        FileChannel used = channel;
        FileChannel other = spare();
        try {
            used.force(metadata);
        } catch (ClosedChannelException e) {
            interrupted |= Thread.interrupted();
            forceAgain(used, other, metadata, e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void forceAgain(FileChannel used, FileChannel other, boolean metadata, ClosedChannelException why)
            throws IOException {
        try {
            other.force(metadata);
        } catch (ClosedChannelException e) {
            e.addSuppressed(why);
            throw new IOException(
                    path + ": interrupted twice while it was forced to disk; it may be incomplete there", e);
        }
        synchronized (this) {
            if (!closed && channel == used) {
                channel = other;
                spare = null;
            }
        }
    }

    private synchronized FileChannel spare() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (spare == null) {
            spare = FileChannel.open(path, reopening);
        }
        return spare;
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
        try {
            channel.close();
        } finally {
            if (spare != null) {
                spare.close();
            }
        }
    }
}
