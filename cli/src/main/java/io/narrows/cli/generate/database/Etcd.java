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
                RAFT, Optional.empty(), "What members say to each other. No class: the requests tell it apart."));
    }

    @Override
    public String addressing() {
        return "A member tells its peer URL to all others, so it has to be the same on all hosts: a name, which leads to etcd"
                + " itself at home and to the local sidecar elsewhere.";
    }

    @Override
    public List<String> notes(Cluster cluster) {
        return List.of(
                "Peers speak http, not https: the links between the sidecars have mutual TLS, and what etcd encrypts itself does"
                        + " not shrink. ETCD_LISTEN_PEER_URLS takes addresses only, the other two take names.",
                "A cluster that runs already: etcdctl member update ID --peer-urls=URL with the URL of"
                        + " ETCD_INITIAL_ADVERTISE_PEER_URLS, then restart its members one after the other; connections that are"
                        + " open stay where they are until then.",
                "Members that generate adds later have ETCD_INITIAL_CLUSTER_STATE=existing, and need etcdctl member add before"
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
                                + " (EnvironmentFile of its unit); ETCD_DATA_DIR and the rest stay as" + " they are.")
                .with("Its name in ETCD_INITIAL_CLUSTER.", "ETCD_NAME=" + node.id())
                .with(
                        "Peers arrive at the node's own loopback address only, so that nothing passes beside the sidecar.",
                        "ETCD_LISTEN_PEER_URLS=http://" + node.at(cluster.port(RAFT)))
                .with(
                        "What the others are told: names of /etc/hosts. etcd keeps both from its first start on.",
                        "ETCD_INITIAL_ADVERTISE_PEER_URLS=" + url(cluster, node),
                        "ETCD_INITIAL_CLUSTER=" + members)
                .with(
                        "Clients reach etcd itself, without a sidecar; https where it has certificates for them.",
                        "ETCD_LISTEN_CLIENT_URLS=http://0.0.0.0:" + cluster.port(CLIENTS),
                        "ETCD_ADVERTISE_CLIENT_URLS=http://" + node.machine(cluster.port(CLIENTS)));
        return List.of(cluster.joined().contains(node.id()) ? joining(cluster, node, file) : file);
    }

    private static SettingsFile joining(Cluster cluster, ClusterNode node, SettingsFile file) {
        return file.with(
                "This node joins a cluster that runs. Before etcd starts here for the first time, run at a member: etcdctl member add "
                        + node.id() + " --peer-urls=" + url(cluster, node)
                        + ". ETCD_INITIAL_CLUSTER must have all members then, and no others: add one node at a time.",
                "ETCD_INITIAL_CLUSTER_STATE=existing");
    }

    @Override
    public String policy() {
        return """
                # Heartbeats are small and must not be late: a late one costs an election. The cheapest level, and never a linger.
                - {class: heartbeat, codec: zstd, level: -1}
                # Snapshots to another region: megabytes at once, nobody waits for their first byte. A higher level pays there.
                - {class: bulk, tier: cross-region, codec: zstd, level: 6}
                # Within a zone no traffic is billed: compress only where it is nearly free.
                - {tier: same-zone, codec: lz4}
                # Across zones both ends pay; every write goes there, and the write waits for it: fast.
                - {tier: cross-zone, codec: zstd, level: 1}
                # Across regions the network takes tens of milliseconds and every byte is billed: fewer bytes than zstd's, for
                # more processor time. What is too fast for that steps down to zstd by itself.
                - {tier: cross-region, codec: dense, level: 2}
                """;
    }

    private static String url(Cluster cluster, ClusterNode node) {
        return "http://" + cluster.name(node) + ":" + cluster.port(RAFT);
    }
}
