package io.narrows.bench.raft;

import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.state.ChangeListener;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a member is started with.
 *
 * @param name its identity, in the form HOST:PORT, which nobody listens on: the relays of {@code dial} lead to it
 * @param bind where it listens
 * @param members names of all members, this one included
 * @param dial the address by which this member reaches each of them, by its name
 * @param joins whether the group runs already, and this member has nothing
 * @param directory for its log and snapshots; the keyspace is in {@code db} in it
 * @param electionTimeout after this time without a leader, or up to twice that, a member asks for votes
 * @param snapshotEvery entries of the log, after which a snapshot is taken and what is before it is dropped
 * @param keyspace to apply to; closed by the caller
 * @param listener to be told of what is applied
 */
public record MemberSetup(
        String name,
        InetSocketAddress bind,
        List<String> members,
        Map<String, InetSocketAddress> dial,
        boolean joins,
        Path directory,
        Duration electionTimeout,
        long snapshotEvery,
        Keyspace keyspace,
        ChangeListener listener) {}
