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
import org.jspecify.annotations.Nullable;

/**
 * An open SST file of a database. Callers get it from {@link Tables} and close it after use; the file itself is closed once
 * {@link Tables} and all users have released it. Thread-safe.
 */
public final class Table implements AutoCloseable {
    private final FileMetadata file;
    private final TableReader reader;
    private final RangeTombstones tombstones;

    /** Whether uses are counted; otherwise {@link Tables} releases only files that are not in use. */
    private final boolean counted;

    /** Number of uses, including that of {@link Tables}; the file is closed at 0. */
    private final AtomicInteger uses = new AtomicInteger(1);

    Table(FileMetadata file, TableReader reader, boolean counted) {
        this.file = file;
        this.reader = reader;
        this.tombstones = cut(reader.rangeTombstones(), file);
        this.counted = counted;
    }

    /** Adds a use; returns false if the file is closed. */
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

    /** Ends one use. */
    @Override
    public void close() {
        if (counted) {
            release();
        }
    }

    /** Ends the use by {@link Tables}. */
    void giveUp() {
        release();
    }

    private void release() {
        if (uses.decrementAndGet() == 0) {
            try {
                reader.close();
            } catch (IOException e) {
                // the file was only read, so nothing is lost
            }
        }
    }

    /**
     * Clips range deletions to the bounds of the file. When a compaction splits its output within one, both files may
     * contain all of it; outside its file's bounds it could hide newer keys whose sequence numbers were reset to zero.
     */
    private static RangeTombstones cut(List<RangeTombstone> tombstones, FileMetadata file) {
        if (tombstones.isEmpty()) {
            return RangeTombstones.EMPTY;
        }
        Slice last = file.largestUserKey();
        return RangeTombstones.of(tombstones)
                .within(file.smallestUserKey(), file.largestIsExclusive() ? last : successor(last));
    }

    /** Returns the smallest key greater than this one. */
    private static Slice successor(Slice key) {
        byte[] longer = Arrays.copyOf(key.toByteArray(), key.length() + 1);
        return Slice.of(longer);
    }

    /** Returns the metadata that the MANIFEST had when the file was opened. */
    public FileMetadata file() {
        return file;
    }

    public TableReader reader() {
        return reader;
    }

    /** Returns the file's range deletions, clipped to its bounds. */
    public RangeTombstones tombstones() {
        return tombstones;
    }

    /** Returns the newest entry of a user key up to a sequence number; null if there is none. Ignores range deletions. */
    public @Nullable Entry get(Slice key, long atSequence) throws IOException {
        return reader.get(key, atSequence).orElse(null);
    }

    /** Returns an iterator over the entries, for one thread. It keeps the file open until it is closed. */
    public InternalIterator iterator() {
        if (!tryRetain()) {
            throw new IllegalStateException("table " + file.number() + " is closed");
        }
        return reader.iterator(this::close);
    }
}
