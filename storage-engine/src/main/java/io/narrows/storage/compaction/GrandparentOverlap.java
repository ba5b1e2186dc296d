package io.narrows.storage.compaction;

import io.narrows.storage.Slice;
import io.narrows.storage.version.FileMetadata;
import java.util.List;

/**
 * Tracks how many bytes of the next lower level an output file overlaps. A large overlap would make the file's next
 * compaction slow, so the file ends early.
 */
final class GrandparentOverlap {
    private final List<FileMetadata> grandparents;
    private final long most;
    private int next;
    private long bytes;
    private boolean hasKeys;

    /** @param grandparents in key order */
    GrandparentOverlap(List<FileMetadata> grandparents, long most) {
        this.grandparents = grandparents;
        this.most = most;
    }

    /** Adds the next user key, and returns whether the file should end before it. */
    boolean endsBefore(Slice userKey) {
        for (; next < grandparents.size() && grandparents.get(next).endsBefore(userKey); next++) {
            if (hasKeys) {
                bytes += grandparents.get(next).size();
            }
        }
        hasKeys = true;
        return bytes > most;
    }

    /** Starts the next file with the user key added last. */
    void restart() {
        bytes = 0;
    }
}
