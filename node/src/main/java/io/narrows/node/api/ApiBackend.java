package io.narrows.node.api;

import io.narrows.node.metrics.Exposition;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.replica.Replica;
import io.narrows.node.watch.WatchHub;

/**
 * What the API is served from.
 *
 * @param cluster its name, the same on all members; ids are made of it
 * @param watches of the same keyspace
 * @param quota of the same keyspace
 * @param learnership of this member
 * @param metrics has the calls as well, and is served
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
