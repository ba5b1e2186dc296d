package io.narrows.storage.compaction;

import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.List;

/**
 * Files that can leave their level without tearing a user key apart: if only one of two neighbours went that share a key
 * at their border, an older version could come to lie above a younger one. We never cut within a key, but RocksDB may have.
 */
final class CleanCut {
    private CleanCut() {}

    /**
     * The files with those that must go along.
     *
     * @param files of the level; of a level below level 0 neighbours, in order
     */
    static List<FileMetadata> of(Version version, int level, List<FileMetadata> files) {
        return files.isEmpty() ? files : level == 0 ? ofLevel0(version, files) : ofSorted(version.level(level), files);
    }

    /** All that overlap, whichever is the older: what stays must not be about the same keys. */
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
