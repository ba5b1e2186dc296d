package io.narrows.storage.version;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Infers the age order of a family's files if it is not recorded, because older RocksDB versions write no epochs. The
 * deeper a level, the older its files; within level 0 sequence numbers decide.
 */
final class Epochs {
    private Epochs() {}

    /** Returns the version unchanged if all its files have epochs, otherwise a copy where all of them get new ones. */
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
