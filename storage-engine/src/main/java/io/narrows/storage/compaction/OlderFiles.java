package io.narrows.storage.compaction;

import io.narrows.storage.Slice;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of all levels below the output level. As keys ascend, the search in each level continues from its last position.
 */
final class OlderFiles implements OlderData {
    private final Version version;
    private final int outputLevel;
    private final List<List<FileMetadata>> levels = new ArrayList<>();
    private final int[] next;

    private OlderFiles(Version version, int outputLevel) {
        this.version = version;
        this.outputLevel = outputLevel;
        for (int level = outputLevel + 1; level < version.levels(); level++) {
            if (!version.level(level).isEmpty()) {
                levels.add(version.level(level));
            }
        }
        this.next = new int[levels.size()];
    }

    static OlderData below(Version version, int outputLevel) {
        OlderFiles files = new OlderFiles(version, outputLevel);
        return files.levels.isEmpty() ? NONE : files;
    }

    @Override
    public boolean mayHold(Slice userKey) {
        for (int i = 0; i < next.length; i++) {
            List<FileMetadata> files = levels.get(i);
            while (next[i] < files.size() && files.get(next[i]).endsBefore(userKey)) {
                next[i]++;
            }
            if (next[i] < files.size() && files.get(next[i]).smallestUserKey().compareTo(userKey) <= 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean mayHold(Slice begin, Slice end) {
        for (int level = outputLevel + 1; level < version.levels(); level++) {
            for (FileMetadata file : version.overlapping(level, begin, end)) {
                if (file.smallestUserKey().compareTo(end) < 0) {
                    return true;
                }
            }
        }
        return false;
    }
}
