package io.narrows.cli.generate.database;

import java.util.ArrayList;
import java.util.List;

/** RabbitMQ: Erlang's distribution protocol, whose port a node requests from the peer's port mapper. */
final class RabbitMq implements Database {
    private static final String CLIENTS = "clients";
    private static final String EPMD = "epmd";
    private static final String DISTRIBUTION = "distribution";
    private static final int LEAST_FOR_MINORITIES = 3;

    @Override
    public String title() {
        return "RabbitMQ 3.8 and newer";
    }

    @Override
    public List<Port> ports() {
        return List.of(new Port(CLIENTS, 5672), new Port(EPMD, 4369), new Port(DISTRIBUTION, 25672));
    }

    @Override
    public List<Service> services() {
        return List.of(
                Service.of(EPMD, "lookup", "Erlang's port mapper, which tells peers the port of RabbitMQ."),
                Service.of(
                        DISTRIBUTION,
                        "replication",
                        "Erlang's distribution: queues and their replicas, metadata, ticks. Each node has a different port."));
    }

    @Override
    public int port(Cluster cluster, ClusterNode node, Service service) {
        return service.target().equals(DISTRIBUTION) ? distribution(cluster, node) : cluster.port(service.target());
    }

    @Override
    public String addressing() {
        return "A node is called rabbit@NAME, where NAME resolves to RabbitMQ on the node's own host and to the local"
                + " sidecar on all others. A peer asks the port mapper (epmd) at that name for the node's port, then dials"
                + " that port, so both go through the sidecar.";
    }

    @Override
    public List<String> notes(Cluster cluster) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "Before RabbitMQ starts, it tries to bind its distribution port on all addresses, and refuses to start if a"
                        + " sidecar listens on that port for a peer. So each node has a different port: "
                        + cluster.port(DISTRIBUTION) + " and up, in the order of the nodes' numbers.");
        notes.add("The port mapper must listen only on ERL_EPMD_ADDRESS, because the sidecar uses port "
                + cluster.port(EPMD)
                + " of the peers' addresses. If systemd starts it (epmd.socket), run systemctl edit epmd.socket and"
                + " add an empty ListenStream=, then one ListenStream= with that address and one with 127.0.0.1.");
        notes.add(
                "When a sidecar restarts, its connections are reset and the cluster sees a partition. With the default,"
                        + " cluster_partition_handling = ignore, it stays partitioned until a member restarts."
                        + " pause_minority (three or more nodes) and autoheal (two nodes) heal it automatically.");
        notes.add(
                "The distribution does not use TLS: encrypted data does not compress, and the links have mutual TLS. All"
                        + " nodes must have the same .erlang.cookie.");
        notes.add("https://www.rabbitmq.com/docs/clustering https://www.rabbitmq.com/docs/partitions");
        return notes;
    }

    @Override
    public List<SettingsFile> settings(Cluster cluster, ClusterNode node) {
        SettingsFile environment = SettingsFile.of(
                        "rabbitmq-env.conf",
                        "Lines for /etc/rabbitmq/rabbitmq-env.conf of " + node.id() + ", a shell script.")
                .with(
                        "A name in /etc/hosts that contains dots.",
                        "USE_LONGNAME=true",
                        "NODENAME=" + name(cluster, node))
                .with(
                        "The node's distribution port, only on its own loopback address, so that no traffic bypasses the"
                                + " sidecar.",
                        "DIST_PORT=" + distribution(cluster, node),
                        "SERVER_ADDITIONAL_ERL_ARGS=\"-kernel inet_dist_use_interface {"
                                + node.loopback().replace('.', ',') + "}\"")
                .with(
                        "The port mapper, which also listens on 127.0.0.1 for this machine. The port is the same on all nodes.",
                        "export ERL_EPMD_ADDRESS=" + node.loopback(),
                        "export ERL_EPMD_PORT=" + cluster.port(EPMD));
        SettingsFile settings = SettingsFile.of(
                "rabbitmq.conf", "Lines for /etc/rabbitmq/rabbitmq.conf of " + node.id() + ". The same on all nodes.");
        settings = settings.with(
                "Clients connect to RabbitMQ directly, without a sidecar.",
                "listeners.tcp.default = " + cluster.port(CLIENTS));
        settings = settings.with(
                "The members that a new node tries to join.",
                "cluster_formation.peer_discovery_backend = classic_config");
        for (int i = 0; i < cluster.nodes().size(); i++) {
            settings = settings.with(
                    "",
                    "cluster_formation.classic_config.nodes." + (i + 1) + " = "
                            + name(cluster, cluster.nodes().get(i)));
        }
        boolean many = cluster.nodes().size() >= LEAST_FOR_MINORITIES;
        settings = settings.with(
                "Heals the partition that a sidecar's restart causes; with the default, \"ignore\", the cluster stays"
                        + " partitioned until a member restarts.",
                "cluster_partition_handling = " + (many ? "pause_minority" : "autoheal"));
        return List.of(environment, settings);
    }

    @Override
    public String policy() {
        return """
                # A few bytes each, when nodes connect.
                - {class: lookup, codec: none}
                # Traffic within a zone is not billed: compress only where it is nearly free.
                - {tier: same-zone, codec: lz4}
                # A publisher waits for a majority of a quorum queue: a fast level. Each pair of nodes has one connection, so its
                # window covers the data of all queues.
                - {tier: cross-zone, codec: zstd, level: 1}
                # RabbitMQ advises against clusters across regions. If you have one, every byte is billed.
                - {tier: cross-region, codec: dense, level: 2}
                """;
    }

    private static String name(Cluster cluster, ClusterNode node) {
        return "rabbit@" + cluster.name(node);
    }

    private static int distribution(Cluster cluster, ClusterNode node) {
        return cluster.port(DISTRIBUTION) + node.number() - 1;
    }
}
