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
                "storage_port: gossip, reads, writes and streaming all use it, on separate connections."));
    }

    @Override
    public boolean usesNames() {
        return false;
    }

    @Override
    public String addressing() {
        return "Nodes know each other by address, not by name: a name in cassandra.yaml is resolved once, on the node"
                + " itself. So each node has a loopback address that is unique across all hosts: Cassandra listens on it on"
                + " the node's own host, and the local sidecar on all others. (All of 127.0.0.0/8 is loopback on Linux;"
                + " nothing needs to be configured.)";
    }

    @Override
    public List<String> notes(Cluster cluster) {
        return List.of(
                "Keep internode_encryption: none in server_encryption_options: encrypted data does not compress, and the"
                        + " links have mutual TLS. Keep prefer_local off in cassandra-rackdc.properties.",
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
                                        + ". Replace existing lines that have the same keys; keep cluster_name and"
                                        + " everything else.")
                        .with(
                                "The address where other nodes reach Cassandra, and that it announces. Only the node's own"
                                        + " loopback address, so that no traffic bypasses the sidecar.",
                                "listen_address: " + node.loopback(),
                                "broadcast_address: " + node.loopback(),
                                "storage_port: " + cluster.port(STORAGE))
                        .with(
                                "Drivers connect to Cassandra directly, at the machine's address.",
                                "rpc_address: 0.0.0.0",
                                "broadcast_rpc_address: " + node.address())
                        .with(
                                "One node per region, or two if there is only one region. A seed does not bootstrap: if it"
                                        + " joins nodes that have data, run \"nodetool rebuild\" after its first start.",
                                "seed_provider:",
                                "  - class_name: org.apache.cassandra.locator.SimpleSeedProvider",
                                "    parameters: [{seeds: \"" + seeds + "\"}]")
                        .with(
                                "Reads region and zone from cassandra-rackdc.properties.",
                                "endpoint_snitch: GossipingPropertyFileSnitch")
                        .with(
                                "The default, \"dc\", compresses each frame on its own with LZ4 between data centres."
                                        + " \"none\" leaves compression to the sidecar, which compresses the whole stream.",
                                "internode_compression: none"),
                SettingsFile.of("cassandra-rackdc.properties", "The location of " + node.id() + ".")
                        .with(
                                "One data centre per region and one rack per zone. A node that already has data must keep"
                                        + " its names: Cassandra refuses to start with different ones.",
                                "dc=" + node.location().region(),
                                "rack=" + node.location().zone()));
    }

    @Override
    public String policy() {
        return """
                # Gossip is small, and a node whose gossip is late is considered down: the cheapest level, and no linger.
                - {class: heartbeat, codec: zstd, level: -1}
                # Traffic within a zone is not billed: compress only where it is nearly free.
                - {tier: same-zone, codec: lz4}
                # Across zones a quorum waits for every message: a fast level.
                - {tier: cross-zone, codec: zstd, level: 1}
                # Across regions no request waits with LOCAL_QUORUM. A linger of a millisecond joins small messages of many
                # clients, which dense compresses much better than zstd.
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
