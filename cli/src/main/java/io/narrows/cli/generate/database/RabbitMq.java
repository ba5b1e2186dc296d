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
                        "Erlang's distribution: queues and their replicas, metadata, ticks. A port of its own for each node."));
    }

    @Override
    public int port(Cluster cluster, ClusterNode node, Service service) {
        return service.target().equals(DISTRIBUTION) ? distribution(cluster, node) : cluster.port(service.target());
    }

    @Override
    public String addressing() {
        return "A node is called rabbit@ and a name, which leads to RabbitMQ itself at home and to the local sidecar elsewhere."
                + " A peer asks the port mapper (epmd) at that name for the node's port, then dials it there, so both go through"
                + " the sidecar.";
    }

    @Override
    public List<String> notes(Cluster cluster) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "Before RabbitMQ starts it tries its distribution port on all addresses, and refuses to start if a sidecar"
                        + " listens on that port for a peer. So each node has another one: "
                        + cluster.port(DISTRIBUTION) + " and up, by the nodes' numbers.");
        notes.add(
                "The port mapper must listen on ERL_EPMD_ADDRESS only, since the sidecar has port " + cluster.port(EPMD)
                        + " of the peers' addresses. Where systemd starts it (epmd.socket), systemctl edit epmd.socket: an empty"
                        + " ListenStream=, then ListenStream= with that address and another with 127.0.0.1.");
        notes.add(
                "When a sidecar restarts, its connections are reset, and the cluster sees a partition. With the default,"
                        + " cluster_partition_handling = ignore, it stays partitioned until a member restarts. pause_minority (three"
                        + " nodes or more) and autoheal (two) heal it by themselves.");
        notes.add(
                "The distribution has no TLS, with the links' mutual TLS in its place: what is encrypted does not shrink. All"
                        + " nodes have the same .erlang.cookie.");
        notes.add("https://www.rabbitmq.com/docs/clustering https://www.rabbitmq.com/docs/partitions");
        return notes;
    }

    @Override
    public List<SettingsFile> settings(Cluster cluster, ClusterNode node) {
        SettingsFile environment = SettingsFile.of(
                        "rabbitmq-env.conf",
                        "Lines for /etc/rabbitmq/rabbitmq-env.conf of " + node.id() + ", a shell script.")
                .with("A name of /etc/hosts, with dots in it.", "USE_LONGNAME=true", "NODENAME=" + name(cluster, node))
                .with(
                        "Its own distribution port, on its own loopback address only, so that nothing passes beside the sidecar.",
                        "DIST_PORT=" + distribution(cluster, node),
                        "SERVER_ADDITIONAL_ERL_ARGS=\"-kernel inet_dist_use_interface {"
                                + node.loopback().replace('.', ',') + "}\"")
                .with(
                        "The port mapper, which listens on 127.0.0.1 too, for this machine. The port is the same on all nodes.",
                        "export ERL_EPMD_ADDRESS=" + node.loopback(),
                        "export ERL_EPMD_PORT=" + cluster.port(EPMD));
        SettingsFile settings = SettingsFile.of(
                "rabbitmq.conf", "Lines for /etc/rabbitmq/rabbitmq.conf of " + node.id() + ". The same on all nodes.");
        settings = settings.with(
                "Clients reach RabbitMQ itself, without a sidecar.",
                "listeners.tcp.default = " + cluster.port(CLIENTS));
        settings = settings.with(
                "The members that a new node looks for.", "cluster_formation.peer_discovery_backend = classic_config");
        for (int i = 0; i < cluster.nodes().size(); i++) {
            settings = settings.with(
                    "",
                    "cluster_formation.classic_config.nodes." + (i + 1) + " = "
                            + name(cluster, cluster.nodes().get(i)));
        }
        boolean many = cluster.nodes().size() >= LEAST_FOR_MINORITIES;
        settings = settings.with(
                "Heals what a restarted sidecar leaves: by default, \"ignore\", the cluster stays partitioned until a member"
                        + " restarts.",
                "cluster_partition_handling = " + (many ? "pause_minority" : "autoheal"));
        return List.of(environment, settings);
    }

    @Override
    public String policy() {
        return """
                # A few bytes each, when nodes connect.
                - {class: lookup, codec: none}
                # Within a zone no traffic is billed: compress only where it is nearly free.
                - {tier: same-zone, codec: lz4}
                # A publisher waits for a majority of a quorum queue: the fast level. One connection for each pair of nodes, so
                # its window finds what all queues have in common.
                - {tier: cross-zone, codec: zstd, level: 1}
                # RabbitMQ advises against clusters across regions. Where there is one, every byte is billed.
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
