package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.EtcdNode;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.SidecarConfig.Site;
import io.narrows.tests.support.WireHop;
import io.narrows.tests.support.WriteLoad;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Three etcd members in two regions, each beside its sidecar, whose peers are reached through sidecars only. */
@ParameterizedClass
@EnumSource
class EtcdClusterIT {
    private static final List<Site> SITES = List.of(
            new Site("db-1", "us-east-1", "us-east-1a"),
            new Site("db-2", "us-east-1", "us-east-1b"),
            new Site("db-3", "eu-west-1", "eu-west-1a"));
    private static final int WRITES = 5_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Parameter
    private LinkSecurity security;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    private final List<Host> hosts = new ArrayList<>();
    private final List<WireHop> wires = new ArrayList<>();
    private final List<Sidecar> sidecars = new ArrayList<>();
    private final List<EtcdNode> members = new ArrayList<>();

    @AutoClose
    private Network network;

    @BeforeEach
    void formCluster() throws IOException {
        network = new Network(directory);
        for (Site site : SITES) {
            hosts.add(network.host(site.id()));
        }
        for (int i = 0; i < SITES.size(); i++) {
            wires.add(new WireHop(wireTo(i), hosts.get(i).address(SidecarConfig.LINK_PORT)));
        }
        LinkSecurity.Setup setup = security.setup(directory);
        for (int i = 0; i < SITES.size(); i++) {
            resolvePeers(i);
            sidecars.add(Sidecar.start(
                    hosts.get(i), setup.apply(config(i), SITES.get(i).id())));
        }
        List<String> names = SITES.stream().map(Site::id).toList();
        for (Host host : hosts) {
            members.add(new EtcdNode(host, names));
        }
        members.forEach(member -> member.awaitHealthy(LIMIT));
    }

    @AfterEach
    void closeWires() throws IOException {
        for (WireHop wire : wires) {
            wire.close();
        }
    }

    @Test
    void sidecarKilledDuringWrites_everyMemberHasEveryWrite_wireBytesAreThoseOfTheMetric() throws IOException {
        // The sidecar that dies is db-3's, so clients write to the other two.
        WriteLoad load = WriteLoad.start(WRITES, members.subList(0, 2));
        await().atMost(LIMIT).until(() -> load.acknowledged() > WRITES / 3);
        sidecars.get(2).kill();
        await().atMost(LIMIT).until(() -> load.acknowledged() > WRITES * 2 / 3);
        sidecars.get(2).start();
        load.join(LIMIT);

        for (EtcdNode member : members) {
            await().atMost(LIMIT).until(() -> member.readAll().size() == WRITES);
            assertThat(load.differencesTo(member.readAll())).isEmpty();
        }
        assertThatWireBytesAreCounted(0, 1);
        assertThatWireBytesAreCounted(1, 0);
    }

    /** Between the two whose counters lived through the test: the metric of one, for links that either had opened. */
    private void assertThatWireBytesAreCounted(int node, int peer) throws IOException {
        double metric = sidecars.get(node).metrics().wireBytes(SITES.get(peer).id());
        long counted = wires.get(peer).bytesOfConnectionsFrom(hosts.get(node))
                + wires.get(node).bytesOfConnectionsFrom(hosts.get(peer));

        assertThat(metric).isCloseTo(counted, withinPercentage(1));
        assertThat(metric)
                .isLessThan(
                        sidecars.get(node).metrics().appBytes(SITES.get(peer).id()) / 2);
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

    /** A member's own name is the member itself; the others' names are where its sidecar listens for them. */
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
}
