package io.narrows.node.mvcc;

import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.PropertiesCollector;
import java.util.Map;

/** Collects the {@link FileRevisions} of a file while it is written. */
abstract class FileRevisionsCollector implements PropertiesCollector {
    private final long compacted;
    private final long newestProtected;
    private final int worthyPart;

    /** The bytes that a compaction may remove, by the compact revision that it takes. */
    private final Bytes removable = new Bytes();

    /** The bytes of the file, by their revisions. */
    private final Bytes written = new Bytes();

    /** By revision, the bytes of all entries, and of those that the filter may remove while the snapshots stay open. */
    private static final class Bytes {
        private final BytesByRevision all = new BytesByRevision();
        private final BytesByRevision unprotected = new BytesByRevision();
    }

    /**
     * @param compacted compact revision of the filter
     * @param newestProtected sequence number of the newest snapshot that protects entries, or {@link CompactionFilter#NOTHING_PROTECTED}
     * @param worthyPart a compaction is worth it when it may remove one in so many bytes
     */
    FileRevisionsCollector(long compacted, long newestProtected, int worthyPart) {
        this.worthyPart = worthyPart;
        this.compacted = compacted;
        this.newestProtected = newestProtected;
    }

    /** Returns the compact revision of the filter. */
    final long compacted() {
        return compacted;
    }

    /** Returns whether a snapshot protected an entry from the filter. */
    final boolean isProtected(long sequence) {
        return sequence <= newestProtected;
    }

    final boolean isAnythingProtected() {
        return newestProtected != CompactionFilter.NOTHING_PROTECTED;
    }

    /** Adds an entry of a revision. */
    final void addWritten(long bytes, long sequence, long revision) {
        add(written, bytes, revision, isProtected(sequence) ? BytesByRevision.NEVER : revision);
    }

    /**
     * Adds an entry that a compaction may remove.
     *
     * @param from compact revision from which on it may; {@link BytesByRevision#NEVER} if none is known
     * @param fromNow compact revision from which on it may even while the snapshots stay open
     */
    final void addRemovable(long bytes, long from, long fromNow) {
        add(removable, bytes, from, fromNow);
    }

    private void add(Bytes to, long bytes, long from, long fromNow) {
        to.all.add(bytes, from);
        if (isAnythingProtected()) {
            to.unprotected.add(bytes, fromNow);
        }
    }

    @Override
    public final Map<String, Long> finish() {
        FileRevisions.Worth all = new FileRevisions.Worth(removable.all.reaching(worthyPart), written.all.reaching(2));
        FileRevisions.Worth unprotected = isAnythingProtected()
                ? new FileRevisions.Worth(removable.unprotected.reaching(worthyPart), written.unprotected.reaching(2))
                : all;
        return new FileRevisions(compacted, Math.max(0, newestProtected), all, unprotected).asProperties();
    }
}
