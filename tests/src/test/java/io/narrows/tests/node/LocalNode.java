package io.narrows.tests.node;

import io.narrows.lab.process.FreePorts;
import io.narrows.node.Node;
import io.narrows.node.NodeOptions;
import io.narrows.node.api.ApiTls;
import io.narrows.node.mvcc.KeyspaceOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A member of the bundled store, in the test's process, on the loopback address. */
public final class LocalNode implements AutoCloseable {
    private static final String ADDRESS = "127.0.0.1";
    private static final double USD_PER_GB_MONTH = 0.08;
    private static final long QUOTA_BYTES = 2L << 30;
    private static final Duration WATCH_PROGRESS = Duration.ofMinutes(10);
    private static final Duration ELECTION = Duration.ofSeconds(1);
    private static final Duration ELECTION_IN_GROUP = Duration.ofSeconds(5);
    private static final int NEVER = Integer.MAX_VALUE;

    private final Node node;
    private final int clientPort;

    private LocalNode(Node node, int clientPort) {
        this.node = node;
        this.clientPort = clientPort;
    }

    /** Starts a store of one member. */
    static LocalNode alone(Path directory, Optional<ApiTls> tls) throws IOException {
        return alone(directory, tls, Optional.empty());
    }

    /** Starts a store of one member with a limited database size. */
    static LocalNode aloneWithQuota(Path directory, long quotaBytes) throws IOException {
        return alone(directory, Optional.empty(), Optional.empty(), quotaBytes, WATCH_PROGRESS);
    }

    /** Starts a store of one member that reports progress to quiet watches at an interval. */
    static LocalNode aloneWithProgress(Path directory, Duration interval) throws IOException {
        return alone(directory, Optional.empty(), Optional.empty(), QUOTA_BYTES, interval);
    }

    /**
     * Starts a store of one member that serves its metrics.
     *
     * @param metrics the port on the loopback address
     */
    public static LocalNode aloneWithMetrics(Path directory, int metrics) throws IOException {
        return alone(directory, Optional.empty(), Optional.of(new InetSocketAddress(ADDRESS, metrics)));
    }

    private static LocalNode alone(Path directory, Optional<ApiTls> tls, Optional<InetSocketAddress> metrics)
            throws IOException {
        return alone(directory, tls, metrics, QUOTA_BYTES, WATCH_PROGRESS);
    }

    private static LocalNode alone(
            Path directory,
            Optional<ApiTls> tls,
            Optional<InetSocketAddress> metrics,
            long quotaBytes,
            Duration progress)
            throws IOException {
        FreePorts ports = new FreePorts();
        int peerPort = ports.next();
        return start(
                "alone",
                directory,
                peerPort,
                ports.next(),
                List.of(peer(peerPort)),
                false,
                tls,
                metrics,
                quotaBytes,
                progress,
                ELECTION);
    }

    /**
     * @param members named as by {@link #peer}, including this one
     * @param joins whether the node joins a running group on its first start
     */
    static LocalNode start(
            String name,
            Path directory,
            int peerPort,
            int clientPort,
            List<String> members,
            boolean joins,
            Optional<ApiTls> tls)
            throws IOException {
        return start(
                name,
                directory,
                peerPort,
                clientPort,
                members,
                joins,
                tls,
                Optional.empty(),
                QUOTA_BYTES,
                WATCH_PROGRESS,
                ELECTION);
    }

    /** Starts a member of a group, which keeps its leader while a busy machine does not let one of them run. */
    static LocalNode startInGroup(
            String name, Path directory, int peerPort, int clientPort, List<String> members, boolean joins)
            throws IOException {
        return start(
                name,
                directory,
                peerPort,
                clientPort,
                members,
                joins,
                Optional.empty(),
                Optional.empty(),
                QUOTA_BYTES,
                WATCH_PROGRESS,
                ELECTION_IN_GROUP);
    }

    private static LocalNode start(
            String name,
            Path directory,
            int peerPort,
            int clientPort,
            List<String> members,
            boolean joins,
            Optional<ApiTls> tls,
            Optional<InetSocketAddress> metrics,
            long quotaBytes,
            Duration progress,
            Duration election)
            throws IOException {
        String scheme = tls.isPresent() ? "https" : "http";
        NodeOptions options = new NodeOptions(
                "tests",
                name,
                peer(peerPort),
                new InetSocketAddress(ADDRESS, peerPort),
                members,
                joins,
                directory.resolve(name),
                List.of(new InetSocketAddress(ADDRESS, clientPort)),
                List.of("%s://%s:%d".formatted(scheme, ADDRESS, clientPort)),
                tls,
                election,
                NEVER,
                quotaBytes,
                progress,
                true,
                KeyspaceOptions.defaults(),
                Optional.empty(),
                metrics,
                USD_PER_GB_MONTH);
        return new LocalNode(Node.start(options), clientPort);
    }

    static String peer(int port) {
        return ADDRESS + ":" + port;
    }

    int clientPort() {
        return clientPort;
    }

    String endpoint() {
        return ADDRESS + ":" + clientPort;
    }

    @Override
    public void close() throws IOException {
        node.close();
    }
}
