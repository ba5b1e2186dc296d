package io.narrows.storage.compaction;

import io.narrows.storage.Slice;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of user keys.
 *
 * @param begin the first key; null for no lower bound
 * @param end the last key, or the key after it if {@code exclusive}; null for no upper bound
 */
record KeyRange(@Nullable Slice begin, @Nullable Slice end, boolean exclusive) {
    /** Returns the range that spans some files, with the gaps between them. */
    static KeyRange of(List<FileMetadata> files) {
        FileMetadata first = files.get(0);
        KeyRange range = new KeyRange(first.smallestUserKey(), first.largestUserKey(), first.largestIsExclusive());
        for (FileMetadata file : files.subList(1, files.size())) {
            range = range.with(file);
        }
        return range;
    }

    /** Returns the range that spans this one and some files. */
    KeyRange with(List<FileMetadata> files) {
        KeyRange range = this;
        for (FileMetadata file : files) {
            range = range.with(file);
        }
        return range;
    }

    private KeyRange with(FileMetadata file) {
        Slice smallest = file.smallestUserKey();
        Slice largest = file.largestUserKey();
        Slice first = begin != null && smallest.compareTo(begin) < 0 ? smallest : begin;
        if (end == null) {
            return new KeyRange(first, null, exclusive);
        }
        int order = largest.compareTo(end);
        return new KeyRange(
                first,
                order > 0 ? largest : end,
                order > 0 ? file.largestIsExclusive() : order < 0 ? exclusive : exclusive && file.largestIsExclusive());
    }

    /** Returns whether all keys of a file are in this range. */
    boolean contains(FileMetadata file) {
        return with(file).equals(this);
    }

    /** Returns the files of a level that may have keys in this range, in the level's order. */
    List<FileMetadata> in(Version version, int level) {
        List<FileMetadata> files = version.overlapping(level, begin, end);
        Slice last = end;
        if (!exclusive || last == null) {
            return files;
        }
        return files.stream()
                .filter(file -> file.smallestUserKey().compareTo(last) < 0)
                .toList();
    }
}
