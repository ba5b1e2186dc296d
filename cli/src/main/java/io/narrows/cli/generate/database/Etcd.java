package io.narrows.cli.generate.database;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** etcd. */
final class Etcd implements Database {
    private static final String CLIENTS = "clients";
    private static final String RAFT = "raft";

    @Override
    public String title() {
        return "etcd 3.4 and newer";
    }

    @Override
    public List<Port> ports() {
        return List.of(new Port(CLIENTS, 2379), new Port(RAFT, 2380));
    }

    @Override
    public List<Service> services() {
        return List.of(new Service(
                RAFT, Optional.empty(), "Traffic between members. No class: it is classified by its requests."));
    }

    @Override
    public String addressing() {
        return "A member announces its peer URL to all others, so the URL must be the same on all hosts. It uses a name that"
                + " resolves to etcd on the member's own host and to the local sidecar on all others.";
    }

    @Override
    public List<String> notes(Cluster cluster) {
        return List.of(
                "Peers use http, not https: the links between the sidecars have mutual TLS, and data that etcd encrypts does"
                        + " not compress. ETCD_LISTEN_PEER_URLS accepts only addresses; the other two accept names.",
                "For a running cluster: etcdctl member update ID --peer-urls=URL with the URL in"
                        + " ETCD_INITIAL_ADVERTISE_PEER_URLS, then restart its members one after another; open connections"
                        + " do not move to the sidecars before that.",
                "Members added by a later run have ETCD_INITIAL_CLUSTER_STATE=existing and need etcdctl member add before"
                        + " their first start.",
                "https://etcd.io/docs/v3.5/op-guide/configuration/ https://etcd.io/docs/v3.5/op-guide/runtime-configuration/");
    }

    @Override
    public List<SettingsFile> settings(Cluster cluster, ClusterNode node) {
        String members = cluster.nodes().stream()
                .map(member -> member.id() + "=" + url(cluster, member))
                .collect(Collectors.joining(","));
        SettingsFile file = SettingsFile.of(
                        "etcd.env",
                        "Environment of etcd on " + node.id()
                                + " (EnvironmentFile of its unit); keep ETCD_DATA_DIR and everything else.")
                .with("Its name in ETCD_INITIAL_CLUSTER.", "ETCD_NAME=" + node.id())
                .with(
                        "Peers connect only to the node's own loopback address, so that no traffic bypasses the sidecar.",
                        "ETCD_LISTEN_PEER_URLS=http://" + node.at(cluster.port(RAFT)))
                .with(
                        "Announced to the others: names in /etc/hosts. etcd stores both at its first start.",
                        "ETCD_INITIAL_ADVERTISE_PEER_URLS=" + url(cluster, node),
                        "ETCD_INITIAL_CLUSTER=" + members)
                .with(
                        "Clients connect to etcd directly, without a sidecar; use https if it has certificates for them.",
                        "ETCD_LISTEN_CLIENT_URLS=http://0.0.0.0:" + cluster.port(CLIENTS),
                        "ETCD_ADVERTISE_CLIENT_URLS=http://" + node.machine(cluster.port(CLIENTS)));
        return List.of(cluster.joined().contains(node.id()) ? joining(cluster, node, file) : file);
    }

    private static SettingsFile joining(Cluster cluster, ClusterNode node, SettingsFile file) {
        return file.with(
                "This node joins a running cluster. Before the first start of etcd here, run on a member: etcdctl member add "
                        + node.id() + " --peer-urls=" + url(cluster, node)
                        + ". ETCD_INITIAL_CLUSTER must then list all members and no others: add one node at a time.",
                "ETCD_INITIAL_CLUSTER_STATE=existing");
    }

    @Override
    public String policy() {
        return """
                # Heartbeats are small, and a late one can cause an election: the cheapest level, and no linger.
                - {class: heartbeat, codec: zstd, level: -1}
                # Snapshots to another region: megabytes at once, and latency does not matter. A higher level pays off.
                - {class: bulk, tier: cross-region, codec: zstd, level: 6}
                # Traffic within a zone is not billed: compress only where it is nearly free.
                - {tier: same-zone, codec: lz4}
                # Across zones both ends pay; every write crosses zones and waits for it: a fast level.
                - {tier: cross-zone, codec: zstd, level: 1}
                # Across regions a round trip takes tens of milliseconds and every byte is billed: dense sends fewer bytes than
                # zstd for more processor time. Connections that are too fast for it fall back to zstd automatically.
                - {tier: cross-region, codec: dense, level: 2}
                """;
    }

    private static String url(Cluster cluster, ClusterNode node) {
        return "http://" + cluster.name(node) + ":" + cluster.port(RAFT);
    }
}
