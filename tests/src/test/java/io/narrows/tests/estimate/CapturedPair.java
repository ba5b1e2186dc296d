package io.narrows.tests.estimate;

import io.narrows.codec.Codecs;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.estimate.pcap.CaptureReader;
import io.narrows.estimate.run.Estimate;
import io.narrows.estimate.run.EstimateSettings;
import io.narrows.estimate.tcp.AssemblyLimits;
import io.narrows.estimate.tcp.CapturedStreams;
import io.narrows.estimate.topology.Topology;
import io.narrows.estimate.topology.TopologyEntry;
import io.narrows.tests.support.EtcdNode;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Two hosts with sidecars, and captures of the connections between each sidecar and its database, on loopback. The
 * addresses identify the sender: the database connects from 127.0.0.1 to the other one's address, and its sidecar to its own
 * address.
 */
final class CapturedPair implements AutoCloseable {
    /** In the regions with the highest prices, so that bytes decide what is cheapest, not the processor time of this machine. */
    static final List<Site> SITES =
            List.of(new Site("db-1", "sa-east-1", "sa-east-1a"), new Site("db-2", "af-south-1", "af-south-1a"));

    private static final String RULE = "{codec: zstd, level: 1}";
    private static final int CONTEXT_MEMORY = 256 << 20;

    private final LinkSecurity security;
    private final Network network;
    private final List<Host> hosts = new ArrayList<>();
    private final List<Sidecar> sidecars = new ArrayList<>();
    private final List<LoopbackCapture> captures = new ArrayList<>();

    /** @param ports of the databases */
    CapturedPair(Path directory, LinkSecurity security, int... ports) throws IOException {
        this.security = security;
        this.network = new Network(directory);
        SITES.forEach(site -> hosts.add(network.host(site.id())));
        LinkSecurity.Setup setup = security.setup(directory);
        for (int i = 0; i < SITES.size(); i++) {
            Site peer = SITES.get(1 - i);
            SidecarConfig config = new SidecarConfig(SITES.get(i), hosts.get(i))
                    .peer(peer, hosts.get(1 - i).ip() + ":" + SidecarConfig.LINK_PORT)
                    .policy(RULE);
            for (int port : ports) {
                config.target("port-" + port, address(i) + ":" + port)
                        .capture(address(1 - i) + ":" + port, peer.id(), "port-" + port);
            }
            sidecars.add(
                    Sidecar.start(hosts.get(i), setup.apply(config, SITES.get(i).id())));
            captures.add(LoopbackCapture.start(hosts.get(i), List.of(address(0), address(1))));
        }
    }

    /** Returns the address of a database on both hosts' loopback. */
    static String address(int node) {
        return "127.0.1." + (node + 1);
    }

    Host host(int node) {
        return hosts.get(node);
    }

    Path capture(int node) {
        return captures.get(node).file();
    }

    Sidecar sidecar(int node) {
        return sidecars.get(node);
    }

    /** Starts a member of a cluster of two etcds. */
    EtcdNode etcd(int node) {
        Host host = hosts.get(node);
        Site own = SITES.get(node);
        host.resolve(own.id(), address(node));
        host.resolve(SITES.get(1 - node).id(), address(1 - node));
        List<String> urls = SITES.stream()
                .map(site -> site.id() + "=http://" + site.id() + ":" + EtcdNode.PEER_PORT)
                .toList();
        return EtcdNode.withSettings(
                host,
                List.of(
                        "--name=" + own.id(),
                        "--listen-peer-urls=http://" + address(node) + ":" + EtcdNode.PEER_PORT,
                        "--initial-advertise-peer-urls=http://" + own.id() + ":" + EtcdNode.PEER_PORT,
                        // By default 1 s: a busy machine would replace the leader, and a write under way would fail.
                        "--election-timeout=5000",
                        "--initial-cluster=" + String.join(",", urls)));
    }

    /** Returns the configuration of a node's sidecar with another policy. */
    String withPolicy(int node, String policy) throws IOException {
        return sidecars.get(node).config().replaceFirst("(?s)policy:\n.*?\n(?=admin:)", policy);
    }

    /** Returns the values of {@code --topology} for a node's capture. */
    static List<String> topology(int node) {
        return List.of(
                "127.0.0.1/32=" + place(SITES.get(node)) + "/database",
                address(node) + "/32=" + place(SITES.get(node)) + "/listener",
                address(1 - node) + "/32=" + place(SITES.get(1 - node)) + "/peer");
    }

    /**
     * Returns the values of {@code --topology} for a node's capture, in which what its sidecar delivers crosses regions, too: the
     * estimate is of all traffic between the nodes.
     */
    static List<String> topologyOfBothDirections(int node) {
        return List.of(
                "127.0.0.1/32=" + place(SITES.get(node)) + "/database",
                address(node) + "/32=" + place(SITES.get(1 - node)) + "/listener",
                address(1 - node) + "/32=" + place(SITES.get(1 - node)) + "/peer");
    }

    private static String place(Site site) {
        return site.region() + "/" + site.zone();
    }

    /** Returns what the node's sidecar sends by the estimate, for its own policy and its capture so far. */
    SentBytes estimated(int node) throws IOException, ConfigException {
        Config config = ConfigSource.of(hosts.get(node).directory().resolve("narrows.yaml"))
                .load();
        EstimateSettings settings = new EstimateSettings(
                config.policy(), config.auto(), List.of(), List.of(), security == LinkSecurity.TLS, CONTEXT_MEMORY);
        Topology topology =
                new Topology(topology(node).stream().map(TopologyEntry::parse).toList());
        Estimate estimate = new Estimate(topology, settings, Codecs.load());
        CapturedStreams streams = new CapturedStreams(estimate, AssemblyLimits.DEFAULT);
        try (CaptureReader reader = CaptureReader.open(capture(node))) {
            streams.read(reader);
        }
        streams.end();
        return SentBytes.estimated(estimate);
    }

    /** Returns what the node's sidecar has sent. */
    SentBytes measured(int node) throws IOException {
        return SentBytes.measured(sidecars.get(node).metrics());
    }

    /** Returns the number of frames that the node's sidecar has sent raw because their stream did not shrink. */
    double bypassedFrames(int node) throws IOException {
        return sidecars.get(node).metrics().sum("narrows_raw_frames_total", "reason=\"incompressible\"");
    }

    @Override
    public void close() {
        network.close();
    }
}
