package io.narrows.storage.version;

import io.narrows.storage.Entry;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.iterate.RangeTombstones;
import io.narrows.storage.sst.TableReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An SST file of a database, open for reading. Whoever gets it from {@link Tables} closes it after use; the file itself is
 * closed when {@link Tables} has given it up and all have closed it. Safe for use by many threads.
 */
public final class Table implements AutoCloseable {
    private final FileMetadata file;
    private final TableReader reader;
    private final RangeTombstones tombstones;

    /** Whether uses are counted; otherwise {@link Tables} gives up only files that nobody uses. */
    private final boolean counted;

    /** Uses, with that of {@link Tables}; closed at 0. */
    private final AtomicInteger uses = new AtomicInteger(1);

    Table(FileMetadata file, TableReader reader, boolean counted) {
        this.file = file;
        this.reader = reader;
        this.tombstones = cut(reader.rangeTombstones(), file);
        this.counted = counted;
    }

    /** Adds a use; false if the file is closed. */
    boolean tryRetain() {
        if (!counted) {
            return true;
        }
        int now = uses.get();
        while (now > 0) {
            if (uses.compareAndSet(now, now + 1)) {
                return true;
            }
            now = uses.get();
        }
        return false;
    }

    /** Ends a use. */
    @Override
    public void close() {
        if (counted) {
            release();
        }
    }

    /** Ends the use of {@link Tables}. */
    void giveUp() {
        release();
    }

    private void release() {
        if (uses.decrementAndGet() == 0) {
            try {
                reader.close();
            } catch (IOException e) {
                // it was only read, so nothing is lost
            }
        }
    }

    /**
     * Range deletions within the bounds of the file. When a compaction cuts its output within one, each of the two files may
     * have all of it; behind its own bounds a file's could hide keys that are newer but have lost their sequence numbers.
     */
    private static RangeTombstones cut(List<RangeTombstone> tombstones, FileMetadata file) {
        if (tombstones.isEmpty()) {
            return RangeTombstones.EMPTY;
        }
        Slice last = file.largestUserKey();
        return RangeTombstones.of(tombstones)
                .within(file.smallestUserKey(), file.largestIsExclusive() ? last : successor(last));
    }

    /** The first key behind one. */
    private static Slice successor(Slice key) {
        byte[] longer = Arrays.copyOf(key.toByteArray(), key.length() + 1);
        return Slice.of(longer);
    }

    /** What the MANIFEST said of it when it was opened. */
    public FileMetadata file() {
        return file;
    }

    public TableReader reader() {
        return reader;
    }

    /** The file's range deletions, cut to its bounds. */
    public RangeTombstones tombstones() {
        return tombstones;
    }

    /**
     * The youngest entry of a user key that is not younger than a sequence number; null when there is none. It knows nothing
     * of range deletions.
     */
    public Entry get(Slice key, long atSequence) throws IOException {
        return reader.get(key, atSequence).orElse(null);
    }

    /** A new iterator over its entries, for one thread. It keeps the file open until it is closed. */
    public InternalIterator iterator() {
        if (!tryRetain()) {
            throw new IllegalStateException("table " + file.number() + " is closed");
        }
        return reader.iterator(this::close);
    }
}
