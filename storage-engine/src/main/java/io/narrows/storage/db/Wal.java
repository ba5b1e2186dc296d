package io.narrows.storage.db;

import io.narrows.storage.Slice;
import io.narrows.storage.file.InterruptSafeFile;
import io.narrows.storage.log.LogWriter;
import io.narrows.storage.version.FileNames;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The write-ahead logs: the active one, and older ones that a memtable still needs. A synced write forces the older logs
 * first, so that a prefix of all writes survives. Only one thread may append at a time; everything else is thread-safe.
 */
final class Wal implements Closeable {
    /** Durable record of the existing logs, which a replay must find. */
    interface Register {
        /** @param lastSequenceBefore the last sequence number in the logs before it, 0 if they have none */
        void begun(long log, long lastSequenceBefore) throws IOException;

        void synced(long log, long bytes) throws IOException;
    }

    private final Path directory;
    private final Counters counters;

    /** Held while older logs are forced or closed; acquired before the monitor. */
    private final ReentrantLock syncing = new ReentrantLock();

    /** Sizes of all logs except the active one, by number. */
    private final Map<Long, Long> older = new TreeMap<>();

    /** Logs that are complete, but may not be on disk yet. */
    private final Deque<LogWriter> unsynced = new ArrayDeque<>();

    /** Null until there is a MANIFEST to write to, which lists the first log from the start. */
    private volatile @Nullable Register register;

    /** The last sequence number in any log. */
    private long lastSequence;

    private @Nullable LogWriter current;
    private long currentNumber;
    private long syncedSize;

    /** Number of copies of the logs in progress; logs must stay while it is not 0. */
    private int pins;

    private long minToKeep;

    Wal(Path directory, Counters counters) {
        this.directory = directory;
        this.counters = counters;
    }

    synchronized long number() {
        return currentNumber;
    }

    synchronized boolean isEmpty() {
        return current().size() == 0;
    }

    /** Returns the size of all logs in bytes. */
    synchronized long bytes() {
        return current().size()
                + older.values().stream().mapToLong(Long::longValue).sum();
    }

    void registerWith(Register wanted) {
        register = wanted;
    }

    private LogWriter current() {
        return Objects.requireNonNull(current, "no log yet");
    }

    /** Switches to a new log. */
    void rotate(long number) throws IOException {
        LogWriter next = LogWriter.create(FileNames.log(directory, number));
        try {
            InterruptSafeFile.forceDirectory(directory);
            if (register != null) {
                register.begun(number, lastSequence);
            }
        } catch (IOException | RuntimeException | Error e) {
            next.close();
            throw e;
        }
        synchronized (this) {
            if (current != null) {
                older.put(currentNumber, current.size());
                unsynced.add(current);
            }
            current = next;
            currentNumber = number;
            syncedSize = 0;
        }
    }

    /**
     * Appends a record, which then survives a crash of the process.
     *
     * @param sequence the last sequence number in the record
     */
    void add(Slice record, long sequence) throws IOException {
        LogWriter log = current();
        long before = log.size();
        log.add(record.array(), record.offset(), record.length());
        lastSequence = sequence;
        counters.logged(log.size() - before);
    }

    /** Forces all logs to disk, oldest first. */
    void sync() throws IOException {
        syncOlder();
        LogWriter log;
        long size;
        synchronized (this) {
            log = current();
            size = log.size();
            if (syncedSize == size && size > 0) {
                return;
            }
        }
        log.sync();
        counters.logSynced();
        synchronized (this) {
            if (log == current) {
                syncedSize = size;
            }
        }
    }

    /** Forces all logs except the active one to disk. */
    void syncOlder() throws IOException {
        if (oldestUnsynced() == null) {
            return;
        }
        syncing.lock();
        try {
            for (LogWriter log = oldestUnsynced(); log != null; log = oldestUnsynced()) {
                log.sync();
                counters.logSynced();
                if (register != null) {
                    register.synced(numberOf(log), log.size());
                }
                log.close();
                synchronized (this) {
                    unsynced.remove();
                }
            }
        } finally {
            syncing.unlock();
        }
    }

    private synchronized @Nullable LogWriter oldestUnsynced() {
        return unsynced.peek();
    }

    /** Marks the logs before this one as obsolete; they are deleted now, or once they are no longer being copied. */
    void keepFrom(long number) throws IOException {
        synchronized (this) {
            minToKeep = Math.max(minToKeep, number);
        }
        deleteObsolete();
    }

    private void deleteObsolete() throws IOException {
        syncing.lock();
        try {
            synchronized (this) {
                if (pins == 0) {
                    deleteUnneeded();
                }
            }
        } finally {
            syncing.unlock();
        }
    }

    private void deleteUnneeded() throws IOException {
        for (LogWriter log : List.copyOf(unsynced)) {
            if (numberOf(log) < minToKeep) {
                unsynced.remove(log);
                log.close();
            }
        }
        for (Long log : new ArrayList<>(older.keySet())) {
            if (log < minToKeep) {
                Files.deleteIfExists(FileNames.log(directory, log));
                older.remove(log);
            }
        }
    }

    private static long numberOf(LogWriter log) {
        return FileNames.parse(log.file().getFileName().toString())
                .orElseThrow()
                .number();
    }

    /** Returns all logs with their current sizes, and keeps them until {@link #unpin}. */
    synchronized Map<Long, Long> pin() {
        pins++;
        Map<Long, Long> sizes = new TreeMap<>(older);
        sizes.put(currentNumber, current().size());
        return sizes;
    }

    void unpin() throws IOException {
        synchronized (this) {
            pins--;
        }
        deleteObsolete();
    }

    @Override
    public synchronized void close() throws IOException {
        for (LogWriter log : unsynced) {
            log.close();
        }
        unsynced.clear();
        if (current != null) {
            current.close();
        }
    }
}
