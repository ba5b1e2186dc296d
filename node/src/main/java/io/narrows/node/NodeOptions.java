package io.narrows.node;

import io.narrows.node.api.ApiTls;
import io.narrows.node.compaction.Retention;
import io.narrows.node.mvcc.KeyspaceOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a node of the store is started.
 *
 * @param cluster the group's name, the same on all members, and another one than that of any other group
 * @param name by which clients see this member
 * @param peerAddress name and port by which the other members dial this one, the same on every member
 * @param bind where it listens for them
 * @param members peer addresses of the group's members, this one included; they matter at the first start
 * @param joins whether it is added to a group that runs, at its first start
 * @param directory for everything that it keeps
 * @param clients where it listens for clients; at least one
 * @param clientUrls what clients are told; where it is empty, made of {@code clients}
 * @param tls of the side of clients
 * @param electionTimeout after this time without its leader, or up to twice that, a member asks for votes
 * @param snapshotEvery entries of the log
 * @param quotaBytes how large the database may become before the alarm NOSPACE is raised
 * @param watchProgressInterval a watch that asked for it is told how far it has come when it was sent nothing for so long
 * @param initialCorruptCheck whether the others compare this member's keys with theirs when it starts
 * @param keyspace how keys are kept
 * @param retention which revisions stay when nobody compacts; all where it is empty
 * @param metrics where {@code /metrics} is served
 * @param usdPerGbMonth the price of stored bytes, for the metrics
 */
public record NodeOptions(
        String cluster,
        String name,
        String peerAddress,
        InetSocketAddress bind,
        List<String> members,
        boolean joins,
        Path directory,
        List<InetSocketAddress> clients,
        List<String> clientUrls,
        Optional<ApiTls> tls,
        Duration electionTimeout,
        long snapshotEvery,
        long quotaBytes,
        Duration watchProgressInterval,
        boolean initialCorruptCheck,
        KeyspaceOptions keyspace,
        Optional<Retention> retention,
        Optional<InetSocketAddress> metrics,
        double usdPerGbMonth) {
    public NodeOptions {
        members = List.copyOf(members);
        clients = List.copyOf(clients);
        clientUrls = List.copyOf(clientUrls);
    }
}
