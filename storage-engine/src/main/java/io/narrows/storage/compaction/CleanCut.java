package io.narrows.storage.compaction;

import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.List;

/**
 * Extends a choice of files so that they can leave their level without splitting a user key: if two neighbors share the
 * key at their border and only one of them moved, an older version could end up above a newer one. This engine never
 * splits a key, but RocksDB may have done so.
 */
final class CleanCut {
    private CleanCut() {}

    /**
     * Returns the files with those that must move along.
     *
     * @param files files of the level; below level 0 consecutive and in order
     */
    static List<FileMetadata> of(Version version, int level, List<FileMetadata> files) {
        return files.isEmpty() ? files : level == 0 ? ofLevel0(version, files) : ofSorted(version.level(level), files);
    }

    /** Returns the files with all that overlap, whatever their age: the remaining files must not have the same keys. */
    private static List<FileMetadata> ofLevel0(Version version, List<FileMetadata> files) {
        List<FileMetadata> cut = files;
        List<FileMetadata> more = KeyRange.of(cut).in(version, 0);
        while (more.size() > cut.size()) {
            cut = more;
            more = KeyRange.of(cut).in(version, 0);
        }
        return cut;
    }

    private static List<FileMetadata> ofSorted(List<FileMetadata> level, List<FileMetadata> files) {
        int from = level.indexOf(files.get(0));
        int to = from + files.size();
        while (from > 0 && shareKey(level.get(from - 1), level.get(from))) {
            from--;
        }
        while (to < level.size() && shareKey(level.get(to - 1), level.get(to))) {
            to++;
        }
        return level.subList(from, to);
    }

    private static boolean shareKey(FileMetadata left, FileMetadata right) {
        return !left.endsBefore(right.smallestUserKey());
    }
}
