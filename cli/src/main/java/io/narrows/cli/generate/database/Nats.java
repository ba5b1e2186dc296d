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
                "Routes: what is published here and read there, JetStream's replicas and their Raft."));
    }

    @Override
    public String addressing() {
        return "Servers dial the routes of their configuration, and those that other servers tell them of. Both are names, which"
                + " lead to NATS itself at home and to the local sidecar elsewhere: \"advertise\" is what a server is told of as.";
    }

    @Override
    public List<String> notes(Cluster cluster) {
        return List.of(
                "From 2.10 on a pair of servers has three routes (pool_size), and one more for each account that is named in"
                        + " \"accounts\" of the cluster. Each is a connection of its own with a stream of its own here; pool_size:"
                        + " 1 gives one stream that finds more, and less parallel work. \"compression\" of routes stays at its"
                        + " default, which compresses only if the other server asks: what is compressed shrinks less.",
                "Routes have no tls block, with the links' mutual TLS in its place: what is encrypted does not shrink. Gateways"
                        + " and leaf nodes are connections of their own, which this file leaves alone.",
                "https://docs.nats.io/running-a-nats-service/configuration/clustering/cluster_config");
    }

    @Override
    public List<SettingsFile> settings(Cluster cluster, ClusterNode node) {
        String[] routes = cluster.others(node).stream()
                .map(other -> "    nats-route://" + named(cluster, other))
                .toArray(String[]::new);
        return List.of(SettingsFile.of(
                        "nats.conf",
                        "Settings for " + node.id() + "; authorization, limits and the rest of yours go beside them.")
                .with(
                        "Clients reach NATS itself, and learn the machines' addresses, not those that only servers know.",
                        "server_name: \"" + node.id() + "\"",
                        "listen: \"0.0.0.0:" + cluster.port(CLIENTS) + "\"",
                        "client_advertise: \"" + node.machine(cluster.port(CLIENTS)) + "\"")
                .with("Streams and their Raft logs.", "jetstream: {store_dir: \"/var/lib/nats\"}")
                .with(
                        "Routes arrive at the node's own loopback address only, so that nothing passes beside the sidecar. A"
                                + " cluster that runs already keeps its name.",
                        "cluster {",
                        "  name: narrows",
                        "  listen: \"" + node.at(cluster.port(ROUTES)) + "\"")
                .with(
                        "What other servers are told, and dial: a name of /etc/hosts.",
                        "  advertise: \"" + named(cluster, node) + "\"")
                .with("", "  routes: [")
                .with("", routes)
                .with("", "  ]", "}"));
    }

    @Override
    public String policy() {
        return """
                # Within a zone no traffic is billed: compress only where it is nearly free.
                - {tier: same-zone, codec: lz4}
                # A publisher waits until a majority of replicas has its message: the fast level.
                - {tier: cross-zone, codec: zstd, level: 1}
                # Every byte is billed there, and a round trip takes tens of milliseconds: fewer bytes than zstd's, for more
                # processor time. What is too fast for that steps down to zstd by itself.
                - {tier: cross-region, codec: dense, level: 2}
                """;
    }

    private static String named(Cluster cluster, ClusterNode node) {
        return cluster.name(node) + ":" + cluster.port(ROUTES);
    }
}
