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
                        "Followers at the leader: proposals, acknowledgements, snapshots, pings."),
                Service.of(ELECTION, "election", "Votes; idle except during elections."));
    }

    @Override
    public String addressing() {
        return "Servers tell each other their entries of the configuration, so an entry is the same on all hosts: a name, which"
                + " leads to ZooKeeper itself at home and to the local sidecar elsewhere. The entry of a server itself has its"
                + " name too, not 0.0.0.0, which the others would learn.";
    }

    @Override
    public List<String> notes(Cluster cluster) {
        return List.of(
                "quorumListenOnAllIPs stays false, its default: with true ZooKeeper would claim the addresses on which the"
                        + " sidecar listens for the others. sslQuorum stays false, with the links' mutual TLS in its place: what"
                        + " is encrypted does not shrink.",
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
                                        + ". Replace those with the same keys; dataDir and the rest stay"
                                        + " as they are. clientPort goes: the port of clients is in the lines of the servers.")
                        .with(
                                "The same on all nodes. Each server listens at the address of its own name, which is that of its"
                                        + " loopback address at home; clients reach it at all addresses of its machine.",
                                servers)
                        .with(
                                "Ticks of 2 s: a follower has 20 s to connect and catch up, and 10 s of silence end it. More than"
                                        + " a sidecar takes to restart.",
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
                # Within a zone no traffic is billed: compress only where it is nearly free.
                - {tier: same-zone, codec: lz4}
                # Every write goes to all followers and waits for a majority: fast. Pings share its connections.
                - {tier: cross-zone, codec: zstd, level: 1}
                # Every byte is billed there, and a round trip takes tens of milliseconds: fewer bytes than zstd's, for more
                # processor time. What is too fast for that, such as a snapshot, steps down to zstd by itself.
                - {tier: cross-region, codec: dense, level: 2}
                """;
    }
}
