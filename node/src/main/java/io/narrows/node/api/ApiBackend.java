package io.narrows.node.api;

import io.narrows.node.metrics.Exposition;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.replica.Replica;
import io.narrows.node.watch.WatchHub;

/**
 * The components behind the API.
 *
 * @param cluster name of the group, the same on all members; ids are derived from it
 * @param watches watches of the same keyspace
 * @param quota quota of the same keyspace
 * @param learnership learner state of this member
 * @param metrics records the API's calls too, and is served
 */
public record ApiBackend(
        String cluster,
        Keyspace keyspace,
        Replica replica,
        WatchHub watches,
        SnapshotSource snapshots,
        SpaceQuota quota,
        Learnership learnership,
        Exposition metrics) {}
