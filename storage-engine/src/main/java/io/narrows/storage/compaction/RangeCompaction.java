package io.narrows.storage.compaction;

import io.narrows.storage.Slice;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.Optional;
import java.util.Set;

/**
 * Compacts a range of keys down to the lowest level that has any of it, one level after the other, and writes anew what has
 * been there: afterwards all of the range that was there at the beginning is in one level, and as today's options want it.
 * What comes meanwhile is left as it is. For one thread at a time.
 */
public final class RangeCompaction {
    private final CompactionPicker picker;
    private final Slice begin;
    private final Slice end;
    private final long firstNewFile;
    private int level;

    /** How far the level is done; null before its first compaction. */
    private Slice from;

    private boolean done;

    /**
     * @param begin the first user key, null is open; its bytes must stay as they are
     * @param end the last user key, null is open; its bytes must stay as they are
     * @param firstNewFile no file that is there already has this number or a higher one
     */
    public RangeCompaction(CompactionPicker picker, Slice begin, Slice end, long firstNewFile) {
        this.picker = picker;
        this.begin = begin;
        this.end = end;
        this.firstNewFile = firstNewFile;
        this.from = begin;
    }

    /**
     * What is to be compacted next. The one before must have come to its end, and be part of the version.
     *
     * @return empty when all is {@linkplain #isDone done}, or a file that is needed is busy; then ask again later
     */
    public Optional<Compaction> next(Version version, Set<Long> busy) {
        KeyRange whole = new KeyRange(begin, end, false);
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

    /** Whether nothing is left to do. */
    public boolean isDone() {
        return done;
    }

    private boolean hasWork(Version version, boolean lowest) {
        if (from != null && end != null && from.compareTo(end) > 0) {
            return false;
        }
        boolean onlyOld = lowest || level == 0;
        return rest().in(version, level).stream().anyMatch(file -> !onlyOld || isOld(file));
    }

    private KeyRange rest() {
        return new KeyRange(from, end, false);
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
