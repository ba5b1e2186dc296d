package io.narrows.storage.version;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The order of a family's files in time, for those that do not say it: older RocksDBs write no epochs. The deeper a level,
 * the older its files; in level 0 sequence numbers decide.
 */
final class Epochs {
    private Epochs() {}

    /** The version itself when all its files have epochs; otherwise one in which all of them got new ones. */
    static Version inferred(Version version) {
        boolean known = version.all().stream().allMatch(file -> file.epoch() > 0);
        return known ? version : infer(version);
    }

    private static Version infer(Version version) {
        long epoch = 0;
        List<List<FileMetadata>> levels = new ArrayList<>(Collections.nCopies(Version.LEVELS, List.of()));
        for (int level = Version.LEVELS - 1; level > 0; level--) {
            List<FileMetadata> files = version.level(level);
            if (!files.isEmpty()) {
                long ofLevel = ++epoch;
                levels.set(
                        level,
                        files.stream().map(file -> file.withEpoch(ofLevel)).toList());
            }
        }
        List<FileMetadata> newestFirst = version.level(0).stream()
                .map(file -> file.withEpoch(0))
                .sorted(Version.NEWEST_FIRST)
                .toList();
        List<FileMetadata> flushed = new ArrayList<>();
        for (FileMetadata file : newestFirst) {
            flushed.add(file.withEpoch(epoch + newestFirst.size() - flushed.size()));
        }
        levels.set(0, flushed);
        return new Version(levels);
    }
}
