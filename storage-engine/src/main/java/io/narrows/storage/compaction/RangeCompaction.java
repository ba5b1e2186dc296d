package io.narrows.storage.compaction;

import io.narrows.storage.Slice;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compacts a key range down to the lowest level that contains any of it, level by level, and rewrites the files there.
 * After that, all data that was in the range at the start is in one level, written with the current options. Data added
 * in the meantime is left alone. Not thread-safe.
 */
public final class RangeCompaction {
    private final CompactionPicker picker;
    private final @Nullable Slice begin;
    private final @Nullable Slice end;
    private final boolean exclusive;
    private final long firstNewFile;
    private int level;

    /** The key up to which the level is done; initially {@code begin}. */
    private @Nullable Slice from;

    private boolean done;

    /**
     * @param begin the first user key, null for no lower bound; its bytes must not change
     * @param end the last user key, or the key after it if {@code exclusive}; null for no upper bound; its bytes must not
     *     change
     * @param firstNewFile a number greater than those of all existing files
     */
    public RangeCompaction(
            CompactionPicker picker, @Nullable Slice begin, @Nullable Slice end, boolean exclusive, long firstNewFile) {
        this.picker = picker;
        this.begin = begin;
        this.end = end;
        this.exclusive = exclusive && end != null;
        this.firstNewFile = firstNewFile;
        this.from = begin;
    }

    /**
     * Returns the next compaction. The previous one must be complete and part of the version.
     *
     * @return empty if the range is {@linkplain #isDone done}, or a required file is busy; in that case try again later
     */
    public Optional<Compaction> next(Version version, Set<Long> busy) {
        KeyRange whole = new KeyRange(begin, end, exclusive);
        for (; level < version.levels(); level++, from = begin) {
            boolean lowest = CompactionPicker.nothingBelow(version, level, whole);
            if (hasWork(version, lowest)) {
                Optional<Compaction> step = picker.manual(version, level, rest(), lowest, busy, this::isOld);
                step.ifPresent(this::goOn);
                return step;
            }
        }
        done = true;
        return Optional.empty();
    }

    /** Returns whether nothing is left to do. */
    public boolean isDone() {
        return done;
    }

    private boolean hasWork(Version version, boolean lowest) {
        if (from != null && end != null) {
            int order = from.compareTo(end);
            if (order > 0 || exclusive && order == 0) {
                return false;
            }
        }
        boolean onlyOld = lowest || level == 0;
        return rest().in(version, level).stream().anyMatch(file -> !onlyOld || isOld(file));
    }

    private KeyRange rest() {
        return new KeyRange(from, end, exclusive);
    }

    private boolean isOld(FileMetadata file) {
        return file.number() < firstNewFile;
    }

    private void goOn(Compaction step) {
        if (level > 0) {
            from = KeyRange.of(step.inputs()).end();
        }
    }
}
