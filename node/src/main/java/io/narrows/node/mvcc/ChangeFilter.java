package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.BytesByRevision.NEVER;

import com.google.protobuf.ByteString;
import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.PropertiesCollector;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Drops the changes whose versions are obsolete at a compact revision: all up to it, except the last one of each key, and that
 * one too if it is a deletion before the compact revision. It searches {@code keys} for each change that it examines.
 */
final class ChangeFilter implements CompactionFilter {
    private final KnownCompaction.Point point;
    private final long compactedBefore;
    private final @Nullable VersionCursor versions;

    /**
     * @param compactedBefore highest compact revision at which something of the inputs may have been dropped; 0 for none
     * @param versions closed with the filter; null if nothing is compacted
     */
    ChangeFilter(KnownCompaction.Point point, long compactedBefore, @Nullable VersionCursor versions) {
        this.point = point;
        this.compactedBefore = compactedBefore;
        this.versions = versions;
    }

    @Override
    public Decision decide(Slice revisionKey, Slice key) throws IOException {
        long revision = RevisionKey.decoded(revisionKey).main();
        return versions == null || revision > point.revision() || isKept(versions, key, revision)
                ? Decision.KEEP
                : Decision.DISCARD;
    }

    private boolean isKept(VersionCursor cursor, Slice key, long revision) throws IOException {
        Optional<Version> last =
                cursor.youngest(ByteString.copyFrom(key.array(), key.offset(), key.length()), point.revision());
        return last.isPresent()
                && last.get().revision() == revision
                && (!last.get().isTombstone() || revision == point.revision());
    }

    @Override
    public long sequence() {
        return point.sequence();
    }

    @Override
    public PropertiesCollector collector(long newestProtected) {
        return new Collector(Math.max(compactedBefore, point.revision()), newestProtected);
    }

    @Override
    public void close() {
        if (versions != null) {
            versions.close();
        }
    }

    /**
     * Finds out when half of a file is worth examining: changes before the compact revision have been examined, each later one
     * is when it is compacted.
     */
    private static final class Collector extends FileRevisionsCollector {
        private static final int WORTHY_PART = 2; // it examines changes, few of which may be obsolete

        Collector(long compacted, long newestProtected) {
            super(compacted, newestProtected, WORTHY_PART);
        }

        @Override
        public void add(Slice revisionKey, long sequence, EntryType type, Slice key) {
            long bytes = (long) revisionKey.length() + key.length();
            long revision = RevisionKey.decoded(revisionKey).main();
            addWritten(bytes, sequence, revision);
            boolean isExamined = revision < compacted() && !isProtected(sequence);
            long from = type == EntryType.PUT && !isExamined ? revision + 1 : NEVER;
            addRemovable(bytes, from, isProtected(sequence) ? NEVER : from);
        }
    }
}
