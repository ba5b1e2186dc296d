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
 * That one process, and one database in it, writes to a directory: the lock that RocksDB takes too, {@code fcntl} on the
 * file {@code LOCK}. It is the process's, and closing any channel of the file gives it up: so directories that are locked are
 * remembered, and the file is opened once.
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

    /** @throws IOException when another database has it; the message names the directory and who that is */
    static DirectoryLock take(Path directory) throws IOException {
        Path real = directory.toRealPath();
        if (!LOCKED.add(real)) {
            throw new IOException(directory + ": the database is open in this process already");
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
            throw new IOException(file + ": this process has the file locked already", e);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    /** Closing it again does nothing: somebody else may have it by then. */
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
