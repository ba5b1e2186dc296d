package io.narrows.cli.generate.database;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Apache Kafka with KRaft. The first nodes of a new cluster are both controllers and brokers, permanently. */
final class Kafka implements Database {
    private static final String CLIENTS = "clients";
    private static final String BROKERS = "brokers";
    private static final String CONTROLLERS = "controllers";
    private static final int MOST_CONTROLLERS = 3;

    @Override
    public String title() {
        return "Apache Kafka (KRaft) 3.9 and newer";
    }

    @Override
    public List<Port> ports() {
        return List.of(new Port(CLIENTS, 9092), new Port(BROKERS, 9093), new Port(CONTROLLERS, 9094));
    }

    @Override
    public List<Service> services() {
        return List.of(
                Service.of(BROKERS, "replication", "Fetches of replicas and requests between brokers."),
                Service.of(
                        CONTROLLERS,
                        "quorum",
                        "The controllers' quorum, and requests from brokers to the controllers."));
    }

    @Override
    public boolean offers(Cluster cluster, ClusterNode node, Service service) {
        return !service.target().equals(CONTROLLERS) || voters(cluster).contains(node);
    }

    /** Returns the controllers. In a new cluster these are the first three nodes, or the first of two. */
    @Override
    public List<ClusterNode> voters(Cluster cluster) {
        int count = cluster.nodes().size() < MOST_CONTROLLERS ? 1 : MOST_CONTROLLERS;
        Stream<ClusterNode> voters = cluster.voters().isEmpty()
                ? cluster.nodes().stream().limit(count)
                : cluster.nodes().stream().filter(node -> cluster.voters().contains(node.number()));
        return voters.sorted(Comparator.comparingInt(ClusterNode::number)).toList();
    }

    @Override
    public String reasonForVoters() {
        return "is a Kafka controller, expected an entry for it in the cluster file: controller.quorum.voters must not"
                + " change while the cluster runs. If its machine is gone, keep its id and number with the address of"
                + " another machine";
    }

    @Override
    public String addressing() {
        return "Replicas fetch from leaders at the advertised address of the broker listener, and controllers are reached at"
                + " an advertised address too. Both are names that resolve to Kafka on the node's own host and to the local"
                + " sidecar on all others. Clients use a separate listener and never pass through the sidecar.";
    }

    @Override
    public List<String> notes(Cluster cluster) {
        return List.of(
                "advertised.listeners includes CONTROLLERS since Kafka 3.9: without it a controller registers the address of"
                        + " its listener, and the quorum dials that address after the first reconnect. Older versions refuse"
                        + " to start with it, so omit it there; they find controllers through controller.quorum.voters only.",
                "Brokers store and replicate batches as producers compressed them (compression.type=producer, the default)."
                        + " The sidecar shrinks compressed batches further, because it sees the stream of all batches: by 44"
                        + " to 58 % after LZ4, by 15 % after zstd and gzip. Data that does not shrink is sent uncompressed"
                        + " and counted as \"incompressible\".",
                "https://kafka.apache.org/documentation/#brokerconfigs");
    }

    @Override
    public List<SettingsFile> settings(Cluster cluster, ClusterNode node) {
        boolean controller = voters(cluster).contains(node);
        String brokers = "BROKERS://" + node.at(cluster.port(BROKERS));
        SettingsFile file = SettingsFile.of(
                        "server.properties",
                        "Lines for server.properties of " + node.id()
                                + ". Replace existing lines that have the same keys; keep log.dirs and everything else.")
                .with(
                        (controller ? "A broker and one of the controllers" : "A broker. The controllers")
                                + ", which later runs do not change: " + ids(voters(cluster)) + ".",
                        "process.roles=" + (controller ? "broker,controller" : "broker"),
                        "node.id=" + node.number())
                .with(
                        "Clients connect to Kafka directly. Brokers and controllers listen only on the node's own loopback"
                                + " address, so that no traffic bypasses the sidecar.",
                        "listeners=CLIENTS://0.0.0.0:" + cluster.port(CLIENTS) + "," + brokers
                                + (controller ? ",CONTROLLERS://" + node.at(cluster.port(CONTROLLERS)) : ""))
                .with(
                        controller
                                ? "Addresses that Kafka announces: names in /etc/hosts for brokers and controllers, the"
                                        + " machine's address for clients. Omit CONTROLLERS before Kafka 3.9."
                                : "Addresses that Kafka announces: a name in /etc/hosts for brokers, the machine's address"
                                        + " for clients.",
                        "advertised.listeners=CLIENTS://" + node.machine(cluster.port(CLIENTS)) + ",BROKERS://"
                                + named(cluster, node, BROKERS)
                                + (controller ? ",CONTROLLERS://" + named(cluster, node, CONTROLLERS) : ""))
                .with(
                        "Plain text between Kafka and its sidecar: encrypted data does not compress, and the links have"
                                + " mutual TLS. Clients may use SASL_SSL.",
                        "listener.security.protocol.map=CLIENTS:PLAINTEXT,BROKERS:PLAINTEXT,CONTROLLERS:PLAINTEXT",
                        "inter.broker.listener.name=BROKERS",
                        "controller.listener.names=CONTROLLERS")
                .with(
                        "The same on all nodes.",
                        "controller.quorum.voters="
                                + voters(cluster).stream()
                                        .map(voter -> voter.number() + "@" + named(cluster, voter, CONTROLLERS))
                                        .collect(Collectors.joining(",")))
                .with(
                        "Spreads replicas across zones.",
                        "broker.rack=" + node.location().zone());
        return List.of(file);
    }

    @Override
    public String policy() {
        return """
                # The quorum's requests are small, and elections depend on them: the cheapest level.
                - {class: quorum, codec: zstd, level: -1}
                # Traffic within a zone is not billed: compress only where it is nearly free.
                - {tier: same-zone, codec: lz4}
                # Fetches return up to megabytes at a time, and acks=all waits for them: a fast level.
                - {tier: cross-zone, codec: zstd, level: 1, window: 4MiB}
                # Across regions every byte is billed and a round trip takes tens of milliseconds: dense sends fewer bytes than
                # zstd for more processor time. Connections that are too fast for it fall back to zstd automatically.
                - {tier: cross-region, codec: dense, level: 2, window: 4MiB}
                """;
    }

    private static String named(Cluster cluster, ClusterNode node, String port) {
        return cluster.name(node) + ":" + cluster.port(port);
    }

    private static String ids(List<ClusterNode> nodes) {
        return nodes.stream().map(ClusterNode::id).collect(Collectors.joining(", "));
    }
}
