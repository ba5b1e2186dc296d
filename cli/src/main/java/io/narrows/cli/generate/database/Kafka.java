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
                Service.of(BROKERS, "replication", "What replicas fetch, and what brokers ask each other."),
                Service.of(CONTROLLERS, "quorum", "The controllers' quorum, and what brokers tell the controllers."));
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
        return voters.sorted(Comparator.comparing(ClusterNode::number)).toList();
    }

    @Override
    public String reasonForVoters() {
        return "is a controller of Kafka, expected it in the file: controller.quorum.voters must not change while the cluster runs."
                + " If its machine is gone, keep its id and number with the address of another machine";
    }

    @Override
    public String addressing() {
        return "Replicas fetch from the leaders at the advertised address of the listener for brokers, and controllers are"
                + " reached at an advertised address too. Both are names, which lead to Kafka itself at home and to the local"
                + " sidecar elsewhere. Clients have a listener of their own and never come through here.";
    }

    @Override
    public List<String> notes(Cluster cluster) {
        return List.of(
                "advertised.listeners has CONTROLLERS from Kafka 3.9 on: without it a controller registers with the address"
                        + " that its listener has, and after its first reconnect the quorum looks for it there. Older versions"
                        + " refuse to start with it; leave it out there, they find controllers by controller.quorum.voters only.",
                "Brokers store and replicate batches as producers made them (compression.type=producer, the default). What"
                        + " producers compressed shrinks once more, since the sidecar sees the stream of all batches: by 44 to"
                        + " 58 % after LZ4, by 15 % after zstd and gzip. What does not shrink at all passes as it is, counted as"
                        + " \"incompressible\".",
                "https://kafka.apache.org/documentation/#brokerconfigs");
    }

    @Override
    public List<SettingsFile> settings(Cluster cluster, ClusterNode node) {
        boolean controller = voters(cluster).contains(node);
        String brokers = "BROKERS://" + node.at(cluster.port(BROKERS));
        SettingsFile file = SettingsFile.of(
                        "server.properties",
                        "Lines for server.properties of " + node.id()
                                + ". Replace those with the same keys; log.dirs and the" + " rest stay as they are.")
                .with(
                        (controller ? "A broker and one of the controllers" : "A broker. The controllers")
                                + ", which later runs leave as they are: " + ids(voters(cluster)) + ".",
                        "process.roles=" + (controller ? "broker,controller" : "broker"),
                        "node.id=" + node.number())
                .with(
                        "Clients reach Kafka itself. Brokers and controllers listen on the node's own loopback address only,"
                                + " so that nothing passes beside the sidecar.",
                        "listeners=CLIENTS://0.0.0.0:" + cluster.port(CLIENTS) + "," + brokers
                                + (controller ? ",CONTROLLERS://" + node.at(cluster.port(CONTROLLERS)) : ""))
                .with(
                        controller
                                ? "What Kafka tells others. Names of /etc/hosts for brokers and controllers, the machine's address"
                                        + " for clients. Before Kafka 3.9 leave CONTROLLERS out."
                                : "What Kafka tells others: a name of /etc/hosts for brokers, the machine's address for clients.",
                        "advertised.listeners=CLIENTS://" + node.machine(cluster.port(CLIENTS)) + ",BROKERS://"
                                + named(cluster, node, BROKERS)
                                + (controller ? ",CONTROLLERS://" + named(cluster, node, CONTROLLERS) : ""))
                .with(
                        "In the clear between Kafka and its sidecar: what is encrypted does not shrink, and the links have"
                                + " mutual TLS. Clients may have SASL_SSL.",
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
                        "Spreads replicas over zones.",
                        "broker.rack=" + node.location().zone());
        return List.of(file);
    }

    @Override
    public String policy() {
        return """
                # The quorum's requests are small and elections hang on them: the cheapest level.
                - {class: quorum, codec: zstd, level: -1}
                # Within a zone no traffic is billed: compress only where it is nearly free.
                - {tier: same-zone, codec: lz4}
                # Fetches bring up to megabytes at a time; acks=all waits for them, so the level is a fast one.
                - {tier: cross-zone, codec: zstd, level: 1, window: 4MiB}
                # Every byte is billed there, and a round trip takes tens of milliseconds: fewer bytes than zstd's, for more
                # processor time. What is too fast for that steps down to zstd by itself.
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
