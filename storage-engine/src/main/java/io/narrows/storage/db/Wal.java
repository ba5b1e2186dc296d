package io.narrows.storage.db;

import io.narrows.storage.Slice;
import io.narrows.storage.log.LogWriter;
import io.narrows.storage.file.InterruptSafeFile;
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
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The logs: the one that is written, and older ones that a memtable still needs. A write that is synced forces the older
 * ones first, so that what survives is always a prefix of what was written. Appending is for one thread at a time, all
 * else is thread-safe.
 */
final class Wal implements Closeable {
    /** Writes down, for good, which logs there are: what a replay must find. */
    interface Register {
        /** @param lastSequenceBefore the last sequence number in the logs before it, 0 when they have none */
        void begun(long log, long lastSequenceBefore) throws IOException;

        void synced(long log, long bytes) throws IOException;
    }

    private final Path directory;
    private final Counters counters;

    /** Held while older logs are forced or closed; taken before the monitor. */
    private final ReentrantLock syncing = new ReentrantLock();

    /** Sizes of all logs but the current one, by number. */
    private final Map<Long, Long> older = new TreeMap<>();

    /** Logs that are not written any more, but not known to be on disk. */
    private final Deque<LogWriter> unsynced = new ArrayDeque<>();

    /** Null until there is a MANIFEST to write to; the first log is in it from its beginning. */
    private volatile Register register;

    /** The last sequence number in a log. */
    private long lastSequence;

    private LogWriter current;
    private long currentNumber;
    private long syncedSize;

    /** Whether logs are being copied, and must stay. */
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
        return current.size() == 0;
    }

    /** Bytes of all logs. */
    synchronized long bytes() {
        return current.size()
                + older.values().stream().mapToLong(Long::longValue).sum();
    }

    void registerWith(Register wanted) {
        register = wanted;
    }

    /** Goes on in a new log. */
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
     * Appends a record; it survives the end of the process.
     *
     * @param sequence the last one in the record
     */
    void add(Slice record, long sequence) throws IOException {
        long before = current.size();
        current.add(record.array(), record.offset(), record.length());
        lastSequence = sequence;
        counters.logged(current.size() - before);
    }

    /** Forces all logs to disk, oldest first. */
    void sync() throws IOException {
        syncOlder();
        LogWriter log;
        long size;
        synchronized (this) {
            log = current;
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

    /** Forces the logs to disk that are not written any more. */
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

    private synchronized LogWriter oldestUnsynced() {
        return unsynced.peek();
    }

    /** Says that logs before this one are not needed any more: they are deleted, or when nobody copies them. */
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

    /** The logs with their sizes now, which stay until {@link #unpin}. */
    synchronized Map<Long, Long> pin() {
        pins++;
        Map<Long, Long> sizes = new TreeMap<>(older);
        sizes.put(currentNumber, current.size());
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
