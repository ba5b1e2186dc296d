package io.narrows.storage.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file that stays open when a thread is interrupted while using it. Java then closes the {@link FileChannel} for all
 * threads; this class reopens it, repeats the operation and preserves the interrupt. Therefore reads and writes take a
 * position, and the file must keep its name. Safe for use by many threads.
 */
public final class InterruptSafeFile implements Closeable {
    private final Path path;
    private final OpenOption reopening;
    private volatile FileChannel channel;

    /** A second channel, opened before {@link #channel} is forced; null until then. Guarded by the monitor. */
    private @Nullable FileChannel spare;

    private boolean closed;

    /** @param reopening how the file is opened when its channel was closed */
    private InterruptSafeFile(Path path, OpenOption reopening, FileChannel channel) {
        this.path = path;
        this.reopening = reopening;
        this.channel = channel;
    }

    /** One operation on a channel; repeated on another channel after an interrupt. */
    private interface Operation {
        long on(FileChannel channel) throws IOException;
    }

    /**
     * Creates a file, to write to.
     *
     * @throws java.nio.file.FileAlreadyExistsException if a file of that name exists
     */
    public static InterruptSafeFile create(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new InterruptSafeFile(path, StandardOpenOption.WRITE, channel);
    }

    /** Opens a file or a directory, to read from or to force. */
    public static InterruptSafeFile open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        return new InterruptSafeFile(path, StandardOpenOption.READ, channel);
    }

    /** Opens an existing file, to write to. */
    public static InterruptSafeFile openToWrite(Path path) throws IOException {
        return new InterruptSafeFile(path, StandardOpenOption.WRITE, FileChannel.open(path, StandardOpenOption.WRITE));
    }

    /** Makes the entry of a file or directory in its parent durable. The root directory has no parent. */
    public static void forceParent(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            forceDirectory(parent);
        }
    }

    /** Forces a directory's entries to disk: files that were created, deleted or renamed. */
    public static void forceDirectory(Path directory) throws IOException {
        try (InterruptSafeFile folder = open(directory)) {
            folder.force(true);
        }
    }

    public Path path() {
        return path;
    }

    /** Returns the current size in bytes. */
    public long size() throws IOException {
        return perform(FileChannel::size);
    }

    /** Fills a buffer until it is full or the file ends; returns the number of bytes read. */
    public int read(ByteBuffer target, long position) throws IOException {
        int start = target.position();
        return (int) perform(open -> {
            target.position(start);
            while (target.hasRemaining()) {
                if (open.read(target, position + target.position() - start) < 0) {
                    break;
                }
            }
            return (long) target.position() - start;
        });
    }

    /** Writes the whole buffer. */
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
     * Forces written data to disk; for one thread at a time.
     *
     * <p>If an interrupt hits a force that fails, Java throws {@link ClosedByInterruptException} in place of the error,
     * and the kernel, which reports an error once for each open file, does not report it to files opened afterward. So
     * the force is repeated on a channel that was already open (fsync(2): errors are reported to all descriptors that
     * might have written).
     *
     * @param metadata whether times and owner are forced too
     * @throws IOException if it failed, or was interrupted twice; data written before may then be lost, even if a later force
     *     succeeds
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
            throw new IOException(path + ": interrupted twice during a sync; the file may be incomplete on disk", e);
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

    /** Closes the file without forcing it to disk. */
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
