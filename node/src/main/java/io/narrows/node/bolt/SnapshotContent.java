package io.narrows.node.bolt;

import java.io.IOException;

/**
 * What a snapshot holds of a store. All of it is of one moment, and each part may be asked for again. Members are no part of it: who
 * restores a snapshot names new ones, as with etcd.
 */
public interface SnapshotContent {
    /** Gives every revision that is kept. */
    void forEachRevision(RevisionVisitor visitor) throws IOException;

    /** Gives every lease; which keys it has stands in the keys' own {@code lease}. */
    void forEachLease(LeaseVisitor visitor) throws IOException;

    /** What was compacted; {@link CompactedRevisions#NONE} when nothing was. */
    CompactedRevisions compacted() throws IOException;

    /** The index of the last entry of the log that is in it; etcd's {@code consistent_index}. */
    long appliedIndex() throws IOException;
}
