package io.narrows.storage.compaction;

import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.Set;

/**
 * The sizes of the levels.
 *
 * @param level0Files number of level 0 files
 * @param bytes size of each level
 * @param idleLevel0Files number of level 0 files that are not being compacted
 * @param idleBytes size of each level's files that are not being compacted
 */
record LevelSizes(int level0Files, long[] bytes, int idleLevel0Files, long[] idleBytes) {
    static LevelSizes of(Version version, Set<Long> busy) {
        long[] bytes = new long[version.levels()];
        long[] idleBytes = new long[version.levels()];
        int idleLevel0Files = 0;
        for (int level = 0; level < bytes.length; level++) {
            for (FileMetadata file : version.level(level)) {
                bytes[level] += file.size();
                if (!busy.contains(file.number())) {
                    idleBytes[level] += file.size();
                    idleLevel0Files += level == 0 ? 1 : 0;
                }
            }
        }
        return new LevelSizes(version.level(0).size(), bytes, idleLevel0Files, idleBytes);
    }

    int last() {
        return bytes.length - 1;
    }
}
