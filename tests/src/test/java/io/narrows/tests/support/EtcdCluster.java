package io.narrows.tests.support;

import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** etcd members in two regions, each next to its sidecar, which reach each other through sidecars only. */
public final class EtcdCluster implements AutoCloseable {
    public static final List<Site> SITES = List.of(
            new Site("db-1", "us-east-1", "us-east-1a"),
            new Site("db-2", "us-east-1", "us-east-1b"),
            new Site("db-3", "eu-west-1", "eu-west-1a"));
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Network network;
    private final List<Host> hosts = new ArrayList<>();
    private final List<WireHop> wires = new ArrayList<>();
    private final List<Sidecar> sidecars = new ArrayList<>();
    private final List<EtcdNode> members = new ArrayList<>();

    private EtcdCluster(Path directory) {
        this.network = new Network(directory);
    }

    /** Starts the cluster and waits until all members are healthy; {@code options} are added to their command lines. */
    public static EtcdCluster start(Path directory, LinkSecurity security, String... options) throws IOException {
        EtcdCluster cluster = new EtcdCluster(directory);
        try {
            cluster.form(security.setup(directory), options);
            return cluster;
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void form(LinkSecurity.Setup setup, String... options) throws IOException {
        for (Site site : SITES) {
            hosts.add(network.host(site.id()));
        }
        for (int i = 0; i < SITES.size(); i++) {
            wires.add(new WireHop(wireTo(i), hosts.get(i).address(SidecarConfig.LINK_PORT)));
        }
        for (int i = 0; i < SITES.size(); i++) {
            resolvePeers(i);
            sidecars.add(Sidecar.start(
                    hosts.get(i), setup.apply(config(i), SITES.get(i).id())));
        }
        List<String> names = SITES.stream().map(Site::id).toList();
        for (Host host : hosts) {
            members.add(EtcdNode.start(host, names, options));
        }
        members.forEach(member -> member.awaitHealthy(LIMIT));
    }

    public EtcdNode member(int node) {
        return members.get(node);
    }

    public List<EtcdNode> members() {
        return List.copyOf(members);
    }

    public Sidecar sidecar(int node) {
        return sidecars.get(node);
    }

    public List<Sidecar> sidecars() {
        return List.copyOf(sidecars);
    }

    /** Returns the bytes between the sidecars of two nodes, on links that either opened. */
    public long bytesBetween(int node, int peer) {
        return wires.get(peer).bytesOfConnectionsFrom(hosts.get(node))
                + wires.get(node).bytesOfConnectionsFrom(hosts.get(peer));
    }

    private SidecarConfig config(int node) {
        SidecarConfig config =
                new SidecarConfig(SITES.get(node), hosts.get(node)).target("raft", "127.0.0.1:" + EtcdNode.PEER_PORT);
        for (int peer = 0; peer < SITES.size(); peer++) {
            if (peer != node) {
                InetSocketAddress wire = wireTo(peer);
                config.peer(SITES.get(peer), wire.getAddress().getHostAddress() + ":" + wire.getPort());
                config.capture(
                        aliasOf(peer) + ":" + EtcdNode.PEER_PORT,
                        SITES.get(peer).id(),
                        "raft");
            }
        }
        return config;
    }

    /**
     * Sets up names: a member's own name resolves to the member itself; the others' resolve to the listeners of its
     * sidecar.
     */
    private void resolvePeers(int node) {
        for (int peer = 0; peer < SITES.size(); peer++) {
            hosts.get(node).resolve(SITES.get(peer).id(), peer == node ? "127.0.0.1" : aliasOf(peer));
        }
    }

    private static String aliasOf(int peer) {
        return "127.0.1." + (peer + 1);
    }

    private static InetSocketAddress wireTo(int node) {
        return Network.testAddress(15001 + node);
    }

    @Override
    public void close() throws IOException {
        network.close();
        for (WireHop wire : wires) {
            wire.close();
        }
    }
}
