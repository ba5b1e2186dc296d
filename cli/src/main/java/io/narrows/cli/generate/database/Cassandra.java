package io.narrows.cli.generate.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Apache Cassandra. Nodes know each other by address, not by name. */
final class Cassandra implements Database {
    private static final String STORAGE = "storage";
    private static final int LEAST_SEEDS = 2;

    @Override
    public String title() {
        return "Apache Cassandra 4 and 5";
    }

    @Override
    public List<Port> ports() {
        return List.of(new Port(STORAGE, 7000));
    }

    @Override
    public List<Service> services() {
        return List.of(new Service(
                STORAGE,
                Optional.empty(),
                "storage_port: gossip, reads, writes and streaming are all there, on connections of their own."));
    }

    @Override
    public boolean usesNames() {
        return false;
    }

    @Override
    public String addressing() {
        return "Nodes know each other by address, not by name: a name in cassandra.yaml is looked up once, at home. So each node"
                + " has a loopback address that is its own on all hosts: Cassandra itself listens there at home, and the local"
                + " sidecar elsewhere. (127.0.0.0/8 is all loopback on Linux, nothing has to be configured.)";
    }

    @Override
    public List<String> notes(Cluster cluster) {
        return List.of(
                "server_encryption_options stays at internode_encryption: none, with the links' mutual TLS in its place: what is"
                        + " encrypted does not shrink. prefer_local stays off in cassandra-rackdc.properties.",
                "https://cassandra.apache.org/doc/latest/cassandra/managing/configuration/cass_yaml_file.html");
    }

    @Override
    public List<SettingsFile> settings(Cluster cluster, ClusterNode node) {
        String seeds = seeds(cluster).stream()
                .map(seed -> seed.at(cluster.port(STORAGE)))
                .collect(Collectors.joining(","));
        return List.of(
                SettingsFile.of(
                                "cassandra.yaml",
                                "Lines for cassandra.yaml of " + node.id()
                                        + ". Replace those with the same keys; cluster_name and the"
                                        + " rest stay as they are.")
                        .with(
                                "Where other nodes reach Cassandra, and what it tells them. The node's own loopback address only, so"
                                        + " that nothing passes beside the sidecar.",
                                "listen_address: " + node.loopback(),
                                "broadcast_address: " + node.loopback(),
                                "storage_port: " + cluster.port(STORAGE))
                        .with(
                                "Drivers reach Cassandra itself, and are told the machine's address.",
                                "rpc_address: 0.0.0.0",
                                "broadcast_rpc_address: " + node.address())
                        .with(
                                "A node of each region, or two of one. A seed does not bootstrap: one that joins nodes with data needs"
                                        + " \"nodetool rebuild\" after its first start.",
                                "seed_provider:",
                                "  - class_name: org.apache.cassandra.locator.SimpleSeedProvider",
                                "    parameters: [{seeds: \"" + seeds + "\"}]")
                        .with(
                                "Takes region and zone from cassandra-rackdc.properties.",
                                "endpoint_snitch: GossipingPropertyFileSnitch")
                        .with(
                                "\"dc\" by default: LZ4, each frame alone, between data centres. \"none\" leaves it to the sidecar,"
                                        + " which has the whole stream.",
                                "internode_compression: none"),
                SettingsFile.of("cassandra-rackdc.properties", "The place of " + node.id() + ".")
                        .with(
                                "A data centre for each region, a rack for each zone. A node that has data keeps the names that it"
                                        + " had: Cassandra refuses to start under others.",
                                "dc=" + node.location().region(),
                                "rack=" + node.location().zone()));
    }

    @Override
    public String policy() {
        return """
                # Gossip is small, and a node whose gossip is late counts as down: the cheapest level, and never a linger.
                - {class: heartbeat, codec: zstd, level: -1}
                # Within a zone no traffic is billed: compress only where it is nearly free.
                - {tier: same-zone, codec: lz4}
                # Across zones a quorum waits for every message: the fast level.
                - {tier: cross-zone, codec: zstd, level: 1}
                # Across regions with LOCAL_QUORUM nobody waits; a millisecond joins the small messages of many clients, and
                # dense makes much less of them than zstd.
                - {tier: cross-region, codec: dense, level: 2, linger: 1ms}
                """;
    }

    private static List<ClusterNode> seeds(Cluster cluster) {
        List<ClusterNode> seeds = new ArrayList<>();
        for (ClusterNode node : cluster.nodes()) {
            boolean known = seeds.stream()
                    .anyMatch(seed ->
                            seed.location().region().equals(node.location().region()));
            if (!known) {
                seeds.add(node);
            }
        }
        return seeds.size() < LEAST_SEEDS ? cluster.nodes().subList(0, LEAST_SEEDS) : seeds;
    }
}
