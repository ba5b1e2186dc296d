package io.narrows.storage.compaction;

import io.narrows.storage.Slice;
import io.narrows.storage.version.FileMetadata;
import java.util.List;

/**
 * How much of the level below its own a file overlaps. One that overlaps much makes its own compaction long, so it ends
 * before it does.
 */
final class GrandparentOverlap {
    private final List<FileMetadata> grandparents;
    private final long most;
    private int next;
    private long bytes;
    private boolean hasKeys;

    /** @param grandparents in order of their keys */
    GrandparentOverlap(List<FileMetadata> grandparents, long most) {
        this.grandparents = grandparents;
        this.most = most;
    }

    /** Takes in the next user key, and says whether the file should have ended before it. */
    boolean endsBefore(Slice userKey) {
        for (; next < grandparents.size() && grandparents.get(next).endsBefore(userKey); next++) {
            if (hasKeys) {
                bytes += grandparents.get(next).size();
            }
        }
        hasKeys = true;
        return bytes > most;
    }

    /** Begins the next file, with the user key that was last taken in. */
    void restart() {
        bytes = 0;
    }
}
