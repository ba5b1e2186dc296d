package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.BytesByRevision.NEVER;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.OtherEntries;
import io.narrows.storage.compaction.PropertiesCollector;
import java.io.IOException;

/**
 * Drops the versions of keys that are obsolete at a compact revision: those with a later version of the key, in the same job,
 * that is at or before the compact revision; and a tombstone before the compact revision if no older version is left anywhere.
 * A tombstone at the compact revision stays, because a watch may start there.
 *
 * <p>A version is written once, so nothing appears in place of a dropped one. If the later version is in another file, the older
 * one stays until a job has both. The first key of a job is an exception: its later versions may always be in the neighboring
 * file, so it is looked up. For tombstones it is enough to look for older versions in files: while a tombstone is in a file, no
 * older version of its key is in a memtable.
 */
final class VersionFilter implements CompactionFilter {
    private final KnownCompaction.Point point;
    private final long compactedBefore;
    private final OtherEntries others;
    private final KeyPrefix kept = new KeyPrefix();
    private boolean began;

    /** @param compactedBefore highest compact revision at which something of the inputs may have been dropped; 0 for none */
    VersionFilter(KnownCompaction.Point point, long compactedBefore, OtherEntries others) {
        this.point = point;
        this.compactedBefore = compactedBefore;
        this.others = others;
    }

    @Override
    public Decision decide(Slice versionKey, Slice version) throws IOException {
        long revision = VersionKey.revision(versionKey);
        if (revision > point.revision()) {
            return Decision.KEEP;
        }
        if (kept.isOf(versionKey)) {
            return Decision.DISCARD;
        }
        kept.set(versionKey);
        if (!began) {
            began = true;
            if (isObsoleteElsewhere(versionKey)) {
                return Decision.DISCARD;
            }
        }
        return Version.isTombstone(version) && revision < point.revision() && hidesNothing(versionKey, revision)
                ? Decision.DISCARD
                : Decision.KEEP;
    }

    private boolean isObsoleteElsewhere(Slice versionKey) throws IOException {
        byte[] latest = versionKey.toByteArray();
        VersionKey.putRevision(latest, point.revision());
        return others.has(Slice.of(latest), versionKey);
    }

    private boolean hidesNothing(Slice versionKey, long revision) throws IOException {
        byte[] older = versionKey.toByteArray();
        VersionKey.putRevision(older, revision - 1);
        return !others.mayHold(Slice.of(older), Slice.of(VersionKey.behind(versionKey)));
    }

    @Override
    public long sequence() {
        return point.sequence();
    }

    @Override
    public PropertiesCollector collector(long newestProtected) {
        return new Collector(Math.max(compactedBefore, point.revision()), newestProtected);
    }

    /** Finds out when a third of a file is obsolete, as far as the file itself shows it. */
    private static final class Collector extends FileRevisionsCollector {
        private static final int WORTHY_PART = 3;

        private final KeyPrefix key = new KeyPrefix();
        private long laterRevision;

        Collector(long compacted, long newestProtected) {
            super(compacted, newestProtected, WORTHY_PART);
        }

        @Override
        public void add(Slice versionKey, long sequence, EntryType type, Slice version) {
            long bytes = (long) versionKey.length() + version.length();
            if (type != EntryType.PUT) {
                addRemovable(bytes, NEVER, NEVER);
                return;
            }
            long revision = VersionKey.revision(versionKey);
            addWritten(bytes, sequence, revision);
            if (key.isOf(versionKey)) {
                addRemovable(bytes, laterRevision, isProtected(sequence) ? NEVER : laterRevision);
            } else {
                key.set(versionKey);
                addRemovable(bytes, Version.isTombstone(version) ? removalOfTombstone(revision) : NEVER, NEVER);
            }
            laterRevision = revision;
        }

        /**
         * Returns the compact revision from which on the latest version of a key may be removed, a tombstone. It hides something if the
         * filter has kept it, unless a snapshot was open: the filter then keeps all tombstones.
         */
        private long removalOfTombstone(long revision) {
            return isAnythingProtected() || revision >= compacted() ? revision + 1 : NEVER;
        }
    }
}
