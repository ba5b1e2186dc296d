package io.narrows.cli.generate.database;

import java.util.List;

/** Apache ZooKeeper. All nodes are voters. */
final class ZooKeeper implements Database {
    private static final String CLIENTS = "clients";
    private static final String QUORUM = "quorum";
    private static final String ELECTION = "election";

    @Override
    public String title() {
        return "Apache ZooKeeper 3.5 and newer";
    }

    @Override
    public List<Port> ports() {
        return List.of(new Port(CLIENTS, 2181), new Port(QUORUM, 2888), new Port(ELECTION, 3888));
    }

    @Override
    public List<Service> services() {
        return List.of(
                Service.of(
                        QUORUM,
                        "replication",
                        "Followers to the leader: proposals, acknowledgements, snapshots, pings."),
                Service.of(ELECTION, "election", "Votes; idle except during elections."));
    }

    @Override
    public String addressing() {
        return "Servers announce their configuration entries to each other, so an entry must be the same on all hosts. It"
                + " uses a name that resolves to ZooKeeper on the server's own host and to the local sidecar on all others."
                + " A server's own entry uses its name too, not 0.0.0.0, which the others would learn.";
    }

    @Override
    public List<String> notes(Cluster cluster) {
        return List.of(
                "Keep quorumListenOnAllIPs at its default, false: otherwise ZooKeeper would bind the addresses on which the"
                        + " sidecar listens for the others. Keep sslQuorum false: encrypted data does not compress, and the"
                        + " links have mutual TLS.",
                "https://zookeeper.apache.org/doc/current/zookeeperAdmin.html");
    }

    @Override
    public List<SettingsFile> settings(Cluster cluster, ClusterNode node) {
        String[] servers = cluster.nodes().stream()
                .map(server -> "server.%d=%s:%d:%d;%d"
                        .formatted(
                                server.number(),
                                cluster.name(server),
                                cluster.port(QUORUM),
                                cluster.port(ELECTION),
                                cluster.port(CLIENTS)))
                .toArray(String[]::new);
        return List.of(
                SettingsFile.of(
                                "zoo.cfg",
                                "Lines for zoo.cfg of " + node.id()
                                        + ". Replace existing lines that have the same keys; keep dataDir and everything"
                                        + " else. Remove"
                                        + " clientPort: the server lines contain the client port.")
                        .with(
                                "The same on all nodes. Each server listens on the address of its own name, which on its own"
                                        + " host is its loopback address; clients reach it on all addresses of its machine.",
                                servers)
                        .with(
                                "With ticks of 2 s, a follower has 20 s to connect and catch up, and is dropped after 10 s"
                                        + " of silence. A sidecar restarts faster than that.",
                                "tickTime=2000",
                                "initLimit=10",
                                "syncLimit=5"),
                SettingsFile.of("myid", "").with("", Integer.toString(node.number())));
    }

    @Override
    public String policy() {
        return """
                # Votes are few and small, and must not be late: the cheapest level.
                - {class: election, codec: zstd, level: -1}
                # Traffic within a zone is not billed: compress only where it is nearly free.
                - {tier: same-zone, codec: lz4}
                # Every write goes to all followers and waits for a majority: a fast level. Pings share these connections.
                - {tier: cross-zone, codec: zstd, level: 1}
                # Across regions every byte is billed and a round trip takes tens of milliseconds: dense sends fewer bytes than
                # zstd for more processor time. Data that is too fast for it, such as a snapshot, falls back to zstd automatically.
                - {tier: cross-region, codec: dense, level: 2}
                """;
    }
}
