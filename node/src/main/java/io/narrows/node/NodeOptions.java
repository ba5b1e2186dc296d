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
 * Options of a store node.
 *
 * @param cluster name of the group, the same on all members and different from any other group's
 * @param name member name shown to clients
 * @param peerAddress name and port that the other members dial, the same on every member
 * @param bind listen address for the other members
 * @param members peer addresses of all members, including this one; used on the first start only
 * @param joins whether the node joins a running group on its first start
 * @param directory where all data is kept
 * @param clients listen addresses for clients; at least one
 * @param clientUrls URLs advertised to clients; derived from {@code clients} if empty
 * @param tls TLS files of the client side
 * @param electionTimeout a member without a leader calls an election after one to two of these, and after a start within
 *     one
 * @param snapshotEvery log entries between snapshots
 * @param quotaBytes database size at which the alarm NOSPACE is raised
 * @param watchProgressInterval idle time after which a watch that asked for progress is notified
 * @param initialCorruptCheck whether the other members compare this member's keys with theirs when it starts
 * @param keyspace options of the keyspace
 * @param retention revisions kept by automatic compaction; all if empty
 * @param metrics listen address of {@code /metrics}
 * @param usdPerGbMonth price of stored bytes, for the metrics
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
