package io.narrows.storage.db;

import io.narrows.storage.Slice;
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
import java.util.TreeMap;

/**
 * The logs: the one that is written, and older ones that a memtable still needs. A write that is synced forces the older
 * ones first, so that what survives is always a prefix of what was written. Appending is for one thread at a time, all
 * else is thread-safe.
 */
final class Wal implements Closeable {
    private final Path directory;
    private final Counters counters;

    /** Sizes of all logs but the current one, by number. */
    private final Map<Long, Long> older = new TreeMap<>();

    /** Logs that are not written any more, but not known to be on disk. */
    private final Deque<LogWriter> unsynced = new ArrayDeque<>();

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

    /** Goes on in a new log. */
    void rotate(long number) throws IOException {
        LogWriter next = LogWriter.create(FileNames.log(directory, number));
        Directories.sync(directory);
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

    /** Appends a record; it survives the end of the process. */
    void add(Slice record) throws IOException {
        current.add(record.array(), record.offset(), record.length());
        counters.logged(record.length());
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
    synchronized void syncOlder() throws IOException {
        while (!unsynced.isEmpty()) {
            LogWriter log = unsynced.peek();
            log.sync();
            counters.logSynced();
            log.close();
            unsynced.remove();
        }
    }

    /** Says that logs before this one are not needed any more: they are deleted, or when nobody copies them. */
    synchronized void keepFrom(long number) throws IOException {
        minToKeep = Math.max(minToKeep, number);
        if (pins == 0) {
            deleteObsolete();
        }
    }

    private void deleteObsolete() throws IOException {
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

    synchronized void unpin() throws IOException {
        pins--;
        if (pins == 0) {
            deleteObsolete();
        }
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
