package io.narrows.storage.compaction;

import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.Set;

/**
 * How much each level has.
 *
 * @param level0Files files of level 0
 * @param bytes of each level
 * @param idleLevel0Files files of level 0 that no compaction is at work on
 * @param idleBytes of each level that no compaction is at work on
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
