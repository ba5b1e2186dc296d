package io.narrows.tests.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.EtcdNode;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.PostgresServer;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Adopts etcd and PostgreSQL, which run with their ordinary addresses before Narrows comes. */
class AdoptIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** The first start of a build also creates the archive that speeds up later starts. */
    private static final Duration FIRST_START_LIMIT = Duration.ofMinutes(2);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    @Test
    void proposals_passTheirCheck_andCarryNewConnections() throws IOException {
        network = new Network(directory);
        List<Host> hosts = List.of(network.host("db1"), network.host("db2"), network.host("db3"));
        Host first = hosts.get(0);
        Host second = hosts.get(1);
        List<EtcdNode> etcd = etcd(hosts);
        PostgresServer primary = PostgresServer.openPrimary(first, List.of("10.77.0.0/16"));
        PostgresServer standby = PostgresServer.standby(
                second, "primary_conninfo = 'host=%s port=5432 user=postgres'".formatted(first.ip()));
        etcd.forEach(member -> member.awaitHealthy(LIMIT));
        await().atMost(LIMIT).until(() -> standbys(primary).equals(second.ip()));

        String proposed = await().atMost(FIRST_START_LIMIT).until(() -> adopt(first), AdoptIT::knowsBothMembers);

        assertThat(proposed)
                .contains("node: {id: node-10-77-0-1,", "{id: node-10-77-0-2,", "{id: node-10-77-0-3,")
                .contains("transparent: 127.0.0.1:15001, ports: [2380, 5432], class: replication")
                .contains("Connections from it to port 5432 (PostgreSQL) of this host only: a peer")
                .doesNotContain("node-10-77-0-254,");
        Path file = file(first);
        assertThat(Launcher.run(first, "check", "--config", file.toString())).contains(file + ": ok\n");
        Sidecar a = start(first, proposed);
        Sidecar b = start(second, adopt(second));

        primary.query("select pg_terminate_backend(pid) from pg_stat_replication");
        await().atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> standbys(primary).equals(first.ip())); // its sidecar's, without TLS
        primary.query("create table t as select generate_series(1, 100000) n");
        await().atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> standby.query("select count(*) from t").equals("100000"));
        assertThat(b.metrics().appBytes("node-10-77-0-1")).isGreaterThan(1_000_000);

        double before = a.metrics().appBytes("node-10-77-0-2");
        etcd.get(1).kill();
        etcd.get(1).start();
        etcd.get(1).awaitHealthy(LIMIT);
        etcd.get(0).put("key", "value");
        await().atMost(LIMIT).until(() -> "value".equals(etcd.get(1).readAll().get("key")));
        await().atMost(LIMIT).until(() -> a.metrics().appBytes("node-10-77-0-2") > before);
    }

    private static Path file(Host host) {
        return host.directory().resolve("adopted.yaml");
    }

    private static String adopt(Host host) throws IOException {
        Files.deleteIfExists(file(host));
        Launcher.run(host, "adopt", "--output", file(host).toString());
        return Files.readString(file(host));
    }

    /** Members open their connections one after the other when they start. */
    private static boolean knowsBothMembers(String proposed) {
        return proposed.split("both ways to port 2380 \\(etcd\\): a peer", -1).length == 3;
    }

    private static Sidecar start(Host host, String proposed) throws IOException {
        String admin = "admin: {listen: '%s:9901', exposed: true}\n".formatted(host.ip());
        Sidecar sidecar = Sidecar.start(host, proposed + admin, "");
        Launcher.run(
                host,
                "capture",
                "apply",
                "--config",
                host.directory().resolve("narrows.yaml").toString());
        return sidecar;
    }

    private static String standbys(PostgresServer primary) {
        return primary.query("select client_addr from pg_stat_replication");
    }

    private static List<EtcdNode> etcd(List<Host> hosts) {
        String cluster =
                hosts.stream().map(host -> host.name() + "=" + peerUrl(host)).collect(Collectors.joining(","));
        List<EtcdNode> members = new ArrayList<>();
        for (Host host : hosts) {
            members.add(EtcdNode.withSettings(
                    host,
                    List.of(
                            "--name=" + host.name(),
                            "--listen-peer-urls=" + peerUrl(host),
                            "--initial-advertise-peer-urls=" + peerUrl(host),
                            // By default 1 s: a busy machine would replace the leader, and a write under way would
                            // fail.
                            "--election-timeout=5000",
                            "--initial-cluster=" + cluster)));
        }
        return members;
    }

    private static String peerUrl(Host host) {
        return "http://%s:%d".formatted(host.ip(), EtcdNode.PEER_PORT);
    }
}
