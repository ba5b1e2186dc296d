package io.narrows.node.bolt;

import java.io.IOException;

/**
 * The contents of a snapshot, as of a single moment; each part may be read repeatedly. Members are not included: as in etcd,
 * a restore defines new ones.
 */
public interface SnapshotContent {
    /** Visits every retained revision. */
    void forEachRevision(RevisionVisitor visitor) throws IOException;

    /** Visits every lease; its keys are found by the {@code lease} field of the keys themselves. */
    void forEachLease(LeaseVisitor visitor) throws IOException;

    /** Returns the compaction state; {@link CompactedRevisions#NONE} if nothing was compacted. */
    CompactedRevisions compacted() throws IOException;

    /** Returns the index of the last applied log entry; etcd's {@code consistent_index}. */
    long appliedIndex() throws IOException;
}
