package io.narrows.node.mvcc;

import io.narrows.storage.sst.TableProperties;
import java.util.List;
import java.util.Map;

/**
 * Properties of a file of the families with revisions, from which it follows whether a compaction would shrink it.
 *
 * @param compacted highest compact revision at which something of this file may have been dropped; 0 for none
 * @param newestProtected sequence number of the newest snapshot for which obsolete entries were kept; 0 for none
 * @param obsolete compact revision at which so many of the file's bytes are obsolete that a compaction is worth it; {@link
 *     BytesByRevision#NEVER} if that is unknown
 * @param middle revision at or before which half of the file's bytes were written
 */
record FileRevisions(long compacted, long newestProtected, long obsolete, long middle) {
    private static final String COMPACTED = "narrows.compact.revision";
    private static final String PROTECTED = "narrows.protected.sequence";
    private static final String OBSOLETE = "narrows.obsolete.revision";

    /** Of files of earlier versions: the compact revision at which half of their bytes are obsolete. */
    private static final String HALF_OBSOLETE = "narrows.half.obsolete.revision";

    private static final String MIDDLE = "narrows.half.written.revision";

    /**
     * Returns the properties of a file. A file of a release without them counts as one of which nothing was dropped, and
     * nothing becomes obsolete.
     */
    static FileRevisions of(TableProperties file) {
        return new FileRevisions(
                file.number(COMPACTED).orElse(0),
                file.number(PROTECTED).orElse(0),
                file.number(OBSOLETE).orElse(file.number(HALF_OBSOLETE).orElse(BytesByRevision.NEVER)),
                file.number(MIDDLE).orElse(0));
    }

    /** Returns the highest compact revision at which something of any of some files may have been dropped; 0 for none. */
    static long compacted(List<TableProperties> files) {
        return files.stream().mapToLong(file -> of(file).compacted()).max().orElse(0);
    }

    Map<String, Long> asProperties() {
        return Map.of(COMPACTED, compacted, PROTECTED, newestProtected, OBSOLETE, obsolete, MIDDLE, middle);
    }

    /**
     * Returns whether enough of the file is obsolete for a compaction, and a filter may drop more than when it was written.
     *
     * @param protectedNow sequence number of the newest snapshot that protects entries from filters now; -1 for none
     */
    boolean isWorthCompacting(long compactRevision, long protectedNow) {
        return compactRevision >= obsolete && mayShrink(compactRevision, protectedNow);
    }

    /** Returns whether the compact revision is higher than when the file was written, or a snapshot has been closed since. */
    boolean mayShrink(long compactRevision, long protectedNow) {
        return compactRevision > compacted || newestProtected > Math.max(0, protectedNow);
    }
}
