package io.narrows.cli.generate.database;

import java.util.List;

/** NATS with JetStream: a cluster of servers, each with routes to all others. */
final class Nats implements Database {
    private static final String CLIENTS = "clients";
    private static final String ROUTES = "routes";

    @Override
    public String title() {
        return "NATS 2.9 and newer with JetStream";
    }

    @Override
    public List<Port> ports() {
        return List.of(new Port(CLIENTS, 4222), new Port(ROUTES, 6222));
    }

    @Override
    public List<Service> services() {
        return List.of(Service.of(
                ROUTES,
                "replication",
                "Routes: messages published on one node and read on another, JetStream's replicas and their Raft."));
    }

    @Override
    public String addressing() {
        return "Servers dial the routes in their configuration and those that other servers announce. Both are names that"
                + " resolve to NATS on the node's own host and to the local sidecar on all others; \"advertise\" sets the"
                + " announced name.";
    }

    @Override
    public List<String> notes(Cluster cluster) {
        return List.of(
                "Since 2.10 a pair of servers has three routes (pool_size), plus one for each account named in \"accounts\""
                        + " of the cluster. Each is a separate connection with its own compressed stream; pool_size: 1 gives"
                        + " a single stream that compresses better but is less parallel. Leave \"compression\" of routes at"
                        + " its default, which compresses only if the other server asks for it: compressed data shrinks less.",
                "Routes have no tls block: encrypted data does not compress, and the links have mutual TLS. Gateways and"
                        + " leaf nodes use separate connections, which this file does not configure.",
                "https://docs.nats.io/running-a-nats-service/configuration/clustering/cluster_config");
    }

    @Override
    public List<SettingsFile> settings(Cluster cluster, ClusterNode node) {
        String[] routes = cluster.others(node).stream()
                .map(other -> "    nats-route://" + named(cluster, other))
                .toArray(String[]::new);
        return List.of(SettingsFile.of(
                        "nats.conf",
                        "Settings for " + node.id() + "; add your own authorization, limits and other settings.")
                .with(
                        "Clients connect to NATS directly and learn the machines' addresses, not those that only servers use.",
                        "server_name: \"" + node.id() + "\"",
                        "listen: \"0.0.0.0:" + cluster.port(CLIENTS) + "\"",
                        "client_advertise: \"" + node.machine(cluster.port(CLIENTS)) + "\"")
                .with("Streams and their Raft logs.", "jetstream: {store_dir: \"/var/lib/nats\"}")
                .with(
                        "Routes connect only to the node's own loopback address, so that no traffic bypasses the sidecar. A"
                                + " running cluster keeps its name.",
                        "cluster {",
                        "  name: narrows",
                        "  listen: \"" + node.at(cluster.port(ROUTES)) + "\"")
                .with(
                        "The name in /etc/hosts that is announced to other servers and that they dial.",
                        "  advertise: \"" + named(cluster, node) + "\"")
                .with("", "  routes: [")
                .with("", routes)
                .with("", "  ]", "}"));
    }

    @Override
    public String policy() {
        return """
                # Traffic within a zone is not billed: compress only where it is nearly free.
                - {tier: same-zone, codec: lz4}
                # A publisher waits until a majority of replicas has its message: a fast level.
                - {tier: cross-zone, codec: zstd, level: 1}
                # Across regions every byte is billed and a round trip takes tens of milliseconds: dense sends fewer bytes than
                # zstd for more processor time. Connections that are too fast for it fall back to zstd automatically.
                - {tier: cross-region, codec: dense, level: 2}
                """;
    }

    private static String named(Cluster cluster, ClusterNode node) {
        return cluster.name(node) + ":" + cluster.port(ROUTES);
    }
}
