package io.narrows.node.mvcc;

import io.narrows.storage.sst.TableProperties;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Properties of a file of the families with revisions, from which it follows whether a compaction would shrink it.
 *
 * @param compacted highest compact revision at which something of this file may have been dropped; 0 for none
 * @param newestProtected sequence number of the newest snapshot for which obsolete entries were kept; 0 for none
 * @param all of all bytes of the file
 * @param unprotected without the bytes that a filter keeps while {@code newestProtected} is open
 */
record FileRevisions(long compacted, long newestProtected, Worth all, Worth unprotected) {
    /**
     * Revisions from which on a compaction is worth it.
     *
     * @param obsolete compact revision at which enough of the file's bytes are obsolete; {@link BytesByRevision#NEVER} if that is
     *     unknown
     * @param middle revision at or before which half of the file's bytes were written; {@link BytesByRevision#NEVER} if snapshots
     *     protect more than half
     */
    record Worth(long obsolete, long middle) {}

    private static final String COMPACTED = "narrows.compact.revision";
    private static final String PROTECTED = "narrows.protected.sequence";
    private static final String OBSOLETE = "narrows.obsolete.revision";

    /** Of files of earlier versions: the compact revision at which half of their bytes are obsolete. */
    private static final String HALF_OBSOLETE = "narrows.half.obsolete.revision";

    private static final String MIDDLE = "narrows.half.written.revision";

    /** Of files for which obsolete entries were kept for a snapshot, as the next one; files of earlier versions lack them. */
    private static final String UNPROTECTED_OBSOLETE = "narrows.unprotected.obsolete.revision";

    private static final String UNPROTECTED_MIDDLE = "narrows.unprotected.half.written.revision";

    /**
     * Returns the properties of a file. A file of a release without them counts as one of which nothing was dropped, and
     * nothing becomes obsolete.
     */
    static FileRevisions of(TableProperties file) {
        long obsolete = file.number(OBSOLETE).orElse(file.number(HALF_OBSOLETE).orElse(BytesByRevision.NEVER));
        long middle = file.number(MIDDLE).orElse(0);
        return new FileRevisions(
                file.number(COMPACTED).orElse(0),
                file.number(PROTECTED).orElse(0),
                new Worth(obsolete, middle),
                new Worth(
                        file.number(UNPROTECTED_OBSOLETE).orElse(obsolete),
                        file.number(UNPROTECTED_MIDDLE).orElse(middle)));
    }

    /** Returns the highest compact revision at which something of any of some files may have been dropped; 0 for none. */
    static long compacted(List<TableProperties> files) {
        return files.stream().mapToLong(file -> of(file).compacted()).max().orElse(0);
    }

    Map<String, Long> asProperties() {
        Map<String, Long> properties = new TreeMap<>(Map.of(
                COMPACTED, compacted, PROTECTED, newestProtected, OBSOLETE, all.obsolete(), MIDDLE, all.middle()));
        if (newestProtected > 0) {
            properties.put(UNPROTECTED_OBSOLETE, unprotected.obsolete());
            properties.put(UNPROTECTED_MIDDLE, unprotected.middle());
        }
        return properties;
    }

    /**
     * Returns whether enough of the file is obsolete for a compaction, and a filter may drop more than when it was written.
     *
     * @param protectedNow sequence number of the newest snapshot that protects entries from filters now; -1 for none
     */
    boolean isWorthCompacting(long compactRevision, long protectedNow) {
        return isFreed(protectedNow)
                ? compactRevision >= all.obsolete()
                : compactRevision > compacted && compactRevision >= unprotected.obsolete();
    }

    /** Returns whether half of the file was written by the compact revision, and a filter may drop more than when it was written. */
    boolean isHalfCompacted(long compactRevision, long protectedNow) {
        return isFreed(protectedNow)
                ? compactRevision >= all.middle()
                : compactRevision > compacted && compactRevision >= unprotected.middle();
    }

    /** Returns whether a snapshot that protected entries when the file was written has been closed since. */
    private boolean isFreed(long protectedNow) {
        return newestProtected > Math.max(0, protectedNow);
    }
}
