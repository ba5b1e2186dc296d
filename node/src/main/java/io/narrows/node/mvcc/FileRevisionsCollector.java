package io.narrows.node.mvcc;

import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.PropertiesCollector;
import java.util.Map;

/** Collects the {@link FileRevisions} of a file while it is written. */
abstract class FileRevisionsCollector implements PropertiesCollector {
    /** Compact revision at which nothing obsolete was kept for a snapshot. */
    final long examined;

    /** The bytes that a compaction may remove, by the compact revision that it takes. */
    final BytesByRevision removable = new BytesByRevision();

    /** The bytes of the file, by their revisions. */
    final BytesByRevision written = new BytesByRevision();

    private final long compacted;
    private final long newestProtected;
    private final int worthyPart;

    /**
     * @param compacted compact revision of the filter
     * @param newestProtected sequence number of the newest snapshot that protects entries, or {@link CompactionFilter#NOTHING_PROTECTED}
     * @param worthyPart a compaction is worth it when it may remove one in so many bytes
     */
    FileRevisionsCollector(long compacted, long newestProtected, int worthyPart) {
        this.worthyPart = worthyPart;
        this.compacted = compacted;
        this.newestProtected = Math.max(0, newestProtected);
        this.examined = newestProtected == CompactionFilter.NOTHING_PROTECTED ? compacted : 0;
    }

    @Override
    public final Map<String, Long> finish() {
        return new FileRevisions(compacted, newestProtected, removable.reaching(worthyPart), written.reaching(2))
                .asProperties();
    }
}
