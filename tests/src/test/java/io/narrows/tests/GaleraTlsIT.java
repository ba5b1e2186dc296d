package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.MariaDbServer;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes of Galera with {@code socket.ssl}, whose TLS the sidecars end and begin, as in {@code
 * config/examples/tls/galera-1.yaml}: each node has a loopback address that is its own on both hosts.
 */
class GaleraTlsIT {
    private static final List<Site> SITES =
            List.of(new Site("galera-1", "us-east-1", "us-east-1a"), new Site("galera-2", "eu-west-1", "eu-west-1a"));

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    private final List<Host> hosts = new ArrayList<>();
    private final List<Sidecar> sidecars = new ArrayList<>();
    private final List<Identity> own = new ArrayList<>();

    @BeforeEach
    void startSidecars() throws IOException {
        network = new Network(directory);
        Certificates certificates = new Certificates(directory.resolve("galera-certificates"));
        LinkSecurity.Setup links = LinkSecurity.TLS.setup(directory);
        for (Site site : SITES) {
            hosts.add(network.host(site.id()));
            own.add(certificates.node(site.id()));
        }
        Identity shown = certificates.shared(SITES.stream().map(Site::id).toList());
        for (int i = 0; i < 2; i++) {
            sidecars.add(Sidecar.start(
                    hosts.get(i), links.apply(config(i, shown), SITES.get(i).id())));
        }
    }

    private SidecarConfig config(int node, Identity shown) {
        int peer = 1 - node;
        String peerId = SITES.get(peer).id();
        SidecarConfig config = new SidecarConfig(SITES.get(node), hosts.get(node))
                .peer(SITES.get(peer), hosts.get(peer).ip() + ":" + SidecarConfig.LINK_PORT)
                .target("sst", addressOf(node) + ":4444")
                .capture(addressOf(peer) + ":4444", peerId, "sst");
        Map.of(4567, "replication", 4568, "bulk").forEach((port, trafficClass) -> {
            String target = "galera-" + port;
            String tlsOfTarget = "{%s, server-name: %s}"
                    .formatted(files(own.get(node)), SITES.get(node).id());
            config.target(
                    target,
                    "{address: '%s:%d', peers: [%s], tls: %s}".formatted(addressOf(node), port, peerId, tlsOfTarget));
            config.captureWithTls(addressOf(peer) + ":" + port, peerId, target, "{" + files(shown) + "}", trafficClass);
        });
        return config;
    }

    private static String addressOf(int node) {
        return "127.0.1." + (node + 1);
    }

    private static String files(Identity identity) {
        return "cert: %s, key: %s, ca: %s".formatted(identity.cert(), identity.key(), identity.ca());
    }

    @Test
    void nodes_haveTheSameRows_andLinksCompressThem() throws IOException {
        MariaDbServer first = MariaDbServer.galera(hosts.get(0), settings(0), true);
        first.query("create database shop; create table shop.orders (id int primary key, item text)");
        first.query("use shop; insert into orders select seq, md5(seq) from seq_1_to_20000");
        MariaDbServer second = MariaDbServer.galera(hosts.get(1), settings(1), false);

        second.query("update shop.orders set item = concat(item, '!') where id % 2 = 0");
        first.query("set session wsrep_sync_wait = 7; delete from shop.orders where id % 5 = 0");

        String checksum = "set session wsrep_sync_wait = 1; checksum table shop.orders";
        assertThat(first.query(checksum)).matches("shop.orders\t[1-9]\\d+").isEqualTo(second.query(checksum));
        assertThat(second.query("select count(*) from shop.orders")).isEqualTo("16000");
        Metrics metrics = sidecars.get(0).metrics();
        assertThat(metrics.wireBytes("galera-2")).isPositive().isLessThan(metrics.appBytes("galera-2") / 2);
        assertThat(metrics.appBytesOfClass("replication")).isPositive();
        assertThat(metrics.appBytesOfClass("bulk")).as("of port 4568").isPositive();
        for (Sidecar sidecar : sidecars) {
            for (String reason : List.of("database-tls", "tls-mismatch", "client-hello")) {
                assertThat(sidecar.metrics().sum("narrows_failures_total", "reason=\"" + reason + "\""))
                        .isZero();
            }
        }
    }

    private List<String> settings(int node) {
        Identity identity = own.get(node);
        return MariaDbServer.patient(List.of(
                "wsrep_cluster_address=gcomm://127.0.1.1,127.0.1.2",
                "wsrep_node_name=" + hosts.get(node).name(),
                "wsrep_node_address=" + addressOf(node),
                "wsrep_sst_method=rsync",
                "wsrep_sst_receive_address=" + addressOf(node) + ":4444",
                ("wsrep_provider_options=gmcast.listen_addr=tcp://%1$s:4567;ist.recv_addr=%1$s:4568;"
                                + "socket.ssl_key=%2$s;socket.ssl_cert=%3$s;socket.ssl_ca=%4$s")
                        .formatted(addressOf(node), identity.key(), identity.cert(), identity.ca())));
    }
}
