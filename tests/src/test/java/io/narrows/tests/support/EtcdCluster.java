package io.narrows.tests.support;

import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** etcd members in two regions, each next to its sidecar, which reach each other through sidecars only. */
public final class EtcdCluster implements AutoCloseable {
    public static final List<Site> SITES = List.of(
            new Site("db-1", "us-east-1", "us-east-1a"),
            new Site("db-2", "us-east-1", "us-east-1b"),
            new Site("db-3", "eu-west-1", "eu-west-1a"));
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Network network;
    private final List<Host> hosts = new ArrayList<>();
    private final List<WireHop> wires = new ArrayList<>();
    private final List<Sidecar> sidecars = new ArrayList<>();
    private final List<EtcdNode> members = new ArrayList<>();

    private final Optional<PeerTls> peerTls;

    /**
     * The certificates of members with TLS.
     *
     * @param own of each member, with the authorities that it trusts
     * @param ended the keys of the tls that ends at the sidecar of each member
     */
    private record PeerTls(Map<String, Identity> own, Map<String, String> ended) {
        static PeerTls shared(Path directory) throws IOException {
            Certificates authority = new Certificates(directory);
            String ended = tls(authority.shared(names()));
            return new PeerTls(
                    names().stream().collect(Collectors.toMap(name -> name, authority::node)),
                    names().stream().collect(Collectors.toMap(name -> name, name -> ended)));
        }

        static PeerTls minted(Path directory) throws IOException {
            Certificates authority = new Certificates(directory);
            Map<String, Identity> own = new HashMap<>();
            Map<String, String> ended = new HashMap<>();
            for (String name : names()) {
                Identity node = authority.node(name);
                Identity mint = authority.mint(name, names());
                own.put(name, new Identity(node.cert(), node.key(), mint.ca()));
                ended.put(
                        name,
                        "{mint: {cert: '%s', key: '%s'}, ca: '%s'}".formatted(mint.cert(), mint.key(), node.ca()));
            }
            return new PeerTls(own, ended);
        }
    }

    /** @param peerTls certificates of the members; empty if members speak plain text */
    private EtcdCluster(Path directory, Optional<PeerTls> peerTls) {
        this.network = new Network(directory);
        this.peerTls = peerTls;
    }

    /** Starts the cluster and waits until all members are healthy; {@code options} are added to their command lines. */
    public static EtcdCluster start(Path directory, LinkSecurity security, String... options) throws IOException {
        return start(new EtcdCluster(directory, Optional.empty()), security.setup(directory), options);
    }

    /**
     * Starts a cluster whose members demand certificates of each other, on links with TLS. Their sidecars end that TLS with a
     * certificate of all members, and begin it again with that of the member next to them.
     */
    public static EtcdCluster startWithPeerTls(Path directory) throws IOException {
        return start(directory, PeerTls.shared(directory.resolve("etcd-certificates")));
    }

    /** Starts such a cluster, whose sidecars each sign certificates of the members with an authority of their own. */
    public static EtcdCluster startWithMintedTls(Path directory) throws IOException {
        return start(directory, PeerTls.minted(directory.resolve("etcd-certificates")));
    }

    private static EtcdCluster start(Path directory, PeerTls ofMembers) throws IOException {
        return start(new EtcdCluster(directory, Optional.of(ofMembers)), LinkSecurity.TLS.setup(directory));
    }

    private static EtcdCluster start(EtcdCluster cluster, LinkSecurity.Setup setup, String... options)
            throws IOException {
        try {
            cluster.form(setup, options);
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
        List<String> names = names();
        for (Host host : hosts) {
            members.add(
                    peerTls.isPresent()
                            ? EtcdNode.startWithPeerTls(
                                    host, names, peerTls.get().own().get(host.name()))
                            : EtcdNode.start(host, names, options));
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
        SidecarConfig config = new SidecarConfig(SITES.get(node), hosts.get(node)).target("raft", target(node));
        for (int peer = 0; peer < SITES.size(); peer++) {
            if (peer != node) {
                InetSocketAddress wire = wireTo(peer);
                Site site = SITES.get(peer);
                config.peer(
                        site,
                        wire.getAddress().getHostAddress() + ":" + wire.getPort(),
                        "raft",
                        site.id() + ":" + EtcdNode.PEER_PORT);
                capture(config, node, aliasOf(peer) + ":" + EtcdNode.PEER_PORT, site.id());
            }
        }
        return config;
    }

    private String target(int node) {
        String address = "127.0.0.1:" + EtcdNode.PEER_PORT;
        if (peerTls.isEmpty()) {
            return address;
        }
        List<String> others = names().stream()
                .filter(name -> !name.equals(SITES.get(node).id()))
                .toList();
        return "{address: '%s', peers: %s, tls: %s}"
                .formatted(
                        address,
                        others,
                        tls(peerTls.get().own().get(SITES.get(node).id())));
    }

    private void capture(SidecarConfig config, int node, String listen, String peer) {
        if (peerTls.isPresent()) {
            config.captureWithTls(
                    listen,
                    peer,
                    "raft",
                    peerTls.get().ended().get(SITES.get(node).id()));
        } else {
            config.capture(listen, peer, "raft");
        }
    }

    private static String tls(Identity identity) {
        return "{cert: '%s', key: '%s', ca: '%s'}".formatted(identity.cert(), identity.key(), identity.ca());
    }

    private static List<String> names() {
        return SITES.stream().map(Site::id).toList();
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
