package io.narrows.storage.version;

import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The files of one column family at one moment. Level 0 has what was flushed or ingested, the newest first, and its files
 * overlap; the files of a deeper level are sorted and disjoint, and older than what lies above them. Immutable.
 */
public final class Version {
    /** As RocksDB has by default; a database with more levels is refused. */
    public static final int LEVELS = 7;

    /** The order of level 0: by epoch, and by sequence numbers where epochs are not known. */
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

    /** @param levels all of them, each in its order */
    Version(List<List<FileMetadata>> levels) {
        this.levels = List.copyOf(levels);
        this.bytes = levels.stream()
                .mapToLong(files -> files.stream().mapToLong(FileMetadata::size).sum())
                .toArray();
    }

    /** How internal keys are ordered. */
    static int compare(Slice a, Slice b) {
        return InternalKey.compare(a.array(), a.offset(), a.length(), b.array(), b.offset(), b.length());
    }

    public int levels() {
        return LEVELS;
    }

    /** The files of a level, 0 to 6: of level 0 the newest first, of the others the smallest keys first. */
    public List<FileMetadata> level(int level) {
        return levels.get(level);
    }

    /** The size of a level's files. */
    public long bytes(int level) {
        return bytes[level];
    }

    /** Files in all levels. */
    public int files() {
        return levels.stream().mapToInt(List::size).sum();
    }

    /** The highest epoch of its files; 0 when it has none. */
    public long highestEpoch() {
        return levels.stream()
                .flatMap(List::stream)
                .mapToLong(FileMetadata::epoch)
                .max()
                .orElse(0);
    }

    /**
     * The files of a level that may hold something of the user keys from {@code begin} to {@code end}, both included, in
     * the level's order. Either may be null: then it is open.
     */
    public List<FileMetadata> overlapping(int level, Slice begin, Slice end) {
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
     * The file of a level, 1 to 6, that may hold the newest version of a user key; null when there is none. RocksDB may
     * have cut between two versions of a key: {@link #next} has the older ones.
     */
    public FileMetadata find(int level, Slice userKey) {
        checkSorted(level);
        List<FileMetadata> files = level(level);
        return holding(files, firstNotBefore(files, userKey), userKey);
    }

    /** The file behind one of a level, 1 to 6, when it too may hold a user key; null otherwise. */
    public FileMetadata next(int level, FileMetadata file, Slice userKey) {
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

    private static FileMetadata holding(List<FileMetadata> files, int index, Slice userKey) {
        if (index == files.size()) {
            return null;
        }
        FileMetadata file = files.get(index);
        return file.smallestUserKey().compareTo(userKey) <= 0 ? file : null;
    }

    /** The index of the first file that does not end before a user key. */
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
            throw new IllegalArgumentException("file " + file.number() + " is not on the level");
        }
        return index;
    }

    /**
     * The version that an edit makes of this one: files leave first, then files come. What {@link VersionCheck} looks at
     * is not checked.
     *
     * @throws InconsistentVersionException when a file leaves a level on which it is not, or comes although it is there, or
     *     comes to a level that there is not
     */
    public Version apply(VersionEdit edit) throws InconsistentVersionException {
        return new VersionBuilder(this).apply(edit).build();
    }

    /** All files, from level 0 down. */
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
