package io.narrows.storage.version;

import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of one column family at one moment. Level 0 has flushed and ingested files, which overlap, the newest first; the
 * files of each deeper level are sorted, disjoint, and older than those above. Immutable.
 */
public final class Version {
    /** Number of levels, as in RocksDB by default; a database with more is rejected. */
    public static final int LEVELS = 7;

    /** The order of level 0: by epoch, or by sequence numbers if epochs are unknown. */
    static final Comparator<FileMetadata> NEWEST_FIRST = Comparator.comparingLong(FileMetadata::epoch)
            .thenComparingLong(FileMetadata::largestSequence)
            .thenComparingLong(FileMetadata::smallestSequence)
            .thenComparingLong(FileMetadata::number)
            .reversed();

    /** The order of the deeper levels. */
    static final Comparator<FileMetadata> BY_KEY = (a, b) -> compare(a.smallest(), b.smallest());

    public static final Version EMPTY = new Version(Collections.nCopies(LEVELS, List.of()));

    private final List<List<FileMetadata>> levels;
    private final long[] bytes;

    /** @param levels all levels, each in its order */
    Version(List<List<FileMetadata>> levels) {
        this.levels = List.copyOf(levels);
        this.bytes = levels.stream()
                .mapToLong(files -> files.stream().mapToLong(FileMetadata::size).sum())
                .toArray();
    }

    /** Compares internal keys. */
    static int compare(Slice a, Slice b) {
        return InternalKey.compare(a.array(), a.offset(), a.length(), b.array(), b.offset(), b.length());
    }

    public int levels() {
        return LEVELS;
    }

    /** Returns the files of a level, 0 to 6: level 0 by age, the newest first, other levels by smallest key. */
    public List<FileMetadata> level(int level) {
        return levels.get(level);
    }

    /** Returns the total size of a level's files in bytes. */
    public long bytes(int level) {
        return bytes[level];
    }

    /** Returns the number of files in all levels. */
    public int files() {
        return levels.stream().mapToInt(List::size).sum();
    }

    /** Returns the highest epoch of the files; 0 if there are none. */
    public long highestEpoch() {
        return levels.stream()
                .flatMap(List::stream)
                .mapToLong(FileMetadata::epoch)
                .max()
                .orElse(0);
    }

    /**
     * Returns the files of a level that may have entries for user keys from {@code begin} to {@code end}, both inclusive, in
     * the level's order. A null bound is open.
     */
    public List<FileMetadata> overlapping(int level, @Nullable Slice begin, @Nullable Slice end) {
        List<FileMetadata> files = level(level);
        if (level == 0) {
            return files.stream().filter(file -> file.overlaps(begin, end)).toList();
        }
        int from = begin == null ? 0 : firstNotBefore(files, begin);
        int to = from;
        while (to < files.size()
                && (end == null || files.get(to).smallestUserKey().compareTo(end) <= 0)) {
            to++;
        }
        return files.subList(from, to);
    }

    /**
     * Returns the file of a level, 1 to 6, that may have the newest version of a user key; null if there is none. RocksDB
     * may split a level between two versions of a key: {@link #next} returns the file with the older ones.
     */
    public @Nullable FileMetadata find(int level, Slice userKey) {
        checkSorted(level);
        List<FileMetadata> files = level(level);
        return holding(files, firstNotBefore(files, userKey), userKey);
    }

    /** Returns the next file of a level, 1 to 6, if it too may have a user key; null otherwise. */
    public @Nullable FileMetadata next(int level, FileMetadata file, Slice userKey) {
        checkSorted(level);
        if (!file.largestUserKey().equals(userKey) || file.largestIsExclusive()) {
            return null;
        }
        List<FileMetadata> files = level(level);
        return holding(files, indexOf(files, file) + 1, userKey);
    }

    private static void checkSorted(int level) {
        if (level < 1 || level >= LEVELS) {
            throw new IllegalArgumentException("level " + level + " (expected: 1-" + (LEVELS - 1) + ")");
        }
    }

    private static @Nullable FileMetadata holding(List<FileMetadata> files, int index, Slice userKey) {
        if (index == files.size()) {
            return null;
        }
        FileMetadata file = files.get(index);
        return file.smallestUserKey().compareTo(userKey) <= 0 ? file : null;
    }

    /** Returns the index of the first file that does not end before a user key. */
    private static int firstNotBefore(List<FileMetadata> files, Slice userKey) {
        int low = 0;
        int high = files.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (files.get(middle).endsBefore(userKey)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static int indexOf(List<FileMetadata> files, FileMetadata file) {
        int index = Collections.binarySearch(files, file, BY_KEY);
        if (index < 0) {
            throw new IllegalArgumentException("file " + file.number() + " is not in the level");
        }
        return index;
    }

    /**
     * Returns the version after an edit: deletions first, then additions. The rules of {@link VersionCheck} are not checked.
     *
     * @throws InconsistentVersionException if a deleted file is not on its level, an added file already exists, or a
     *     level does not exist
     */
    public Version apply(VersionEdit edit) throws InconsistentVersionException {
        return new VersionBuilder(this).apply(edit).build();
    }

    /** Returns all files, from level 0 down. */
    List<FileMetadata> all() {
        List<FileMetadata> all = new ArrayList<>();
        levels.forEach(all::addAll);
        return all;
    }

    @Override
    public String toString() {
        return "Version" + levels.stream().map(List::size).toList();
    }
}
