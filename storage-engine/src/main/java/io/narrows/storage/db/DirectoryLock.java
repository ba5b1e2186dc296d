package io.narrows.storage.db;

import io.narrows.storage.version.FileNames;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Locks a directory for writing by one database in one process, with the lock that RocksDB takes: {@code fcntl} on the file
 * {@code LOCK}. The process owns that lock, and closing any channel of the file releases it; locked directories are
 * therefore remembered, and the file is opened only once.
 */
final class DirectoryLock implements Closeable {
    private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;
    private boolean closed;

    private DirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /** @throws IOException if another database holds the lock; the message names the directory and the holder */
    static DirectoryLock take(Path directory) throws IOException {
        Path real = directory.toRealPath();
        if (!LOCKED.add(real)) {
            throw new IOException(directory + ": the database is already open in this process");
        }
        try {
            return new DirectoryLock(real, lock(directory));
        } catch (IOException | RuntimeException | Error e) {
            LOCKED.remove(real);
            throw e;
        }
    }

    private static FileChannel lock(Path directory) throws IOException {
        Path file = FileNames.lock(directory);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new IOException(file + ": another process has the database open");
            }
            return channel;
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new IOException(file + ": this process has already locked the file", e);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    /** Releases the lock. Closing again has no effect, because another database may hold the lock by then. */
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            channel.close();
        } finally {
            LOCKED.remove(directory);
        }
    }
}
