package io.narrows.tests.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.EtcdNode;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.MariaDbServer;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.PostgresServer;
import io.narrows.tests.support.RedisServer;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.WireBytes;
import io.narrows.tests.support.WriteLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Installs sidecars in front of clusters that run under load, one node at a time, and removes them in the same way. The
 * databases have their ordinary addresses, and their configuration does not change.
 */
class RunningClusterIT {
    private static final int ENOUGH_BYTES = 2_000;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    private final List<Host> hosts = new ArrayList<>();
    private final Map<Host, String> rulesBefore = new LinkedHashMap<>();
    private final Map<Host, Sidecar> sidecars = new LinkedHashMap<>();
    private final Map<Host, WireBytes> arriving = new LinkedHashMap<>();
    private List<Integer> ports = List.of();

    @BeforeEach
    void connect() {
        network = new Network(directory);
    }

    @Test
    void etcd() throws IOException {
        addHosts("etcd-1", "etcd-2", "etcd-3");
        count(EtcdNode.PEER_PORT);
        List<EtcdNode> members = hosts.stream().map(this::etcdMember).toList();
        members.forEach(member -> member.awaitHealthy(LIMIT));
        WriteLoad load = WriteLoad.start(100_000, Duration.ofMillis(100), members);

        for (Host host : hosts) {
            install(host);
            int before = load.acknowledged();
            awaitShares(hosts);
            awaitMore(load, before);
        }
        for (Host host : hosts) {
            remove(host);
            int before = load.acknowledged();
            awaitShares(hosts);
            awaitMore(load, before);
        }

        load.stop();
        load.join(LIMIT);
        for (EtcdNode member : members) {
            await().atMost(LIMIT)
                    .until(() -> load.differencesTo(member.readAll()).isEmpty());
        }
        assertNothingIsLeft();
    }

    @Test
    void postgres_whosePrimaryAdmitsTheStandbysAddressesOnly() throws IOException {
        addHosts("pg-1", "pg-2", "pg-3");
        count(PostgresServer.PORT);
        String standbyIps = hosts.get(1).ip() + "\n" + hosts.get(2).ip();
        PostgresServer primary = PostgresServer.openPrimary(
                hosts.get(0), standbyIps.lines().map(ip -> ip + "/32").toList());
        List<PostgresServer> standbys = hosts.subList(1, 3).stream()
                .map(host -> PostgresServer.standby(
                        host,
                        "primary_conninfo = 'host=%s port=%d user=postgres'"
                                .formatted(hosts.get(0).ip(), PostgresServer.PORT)))
                .toList();
        primary.pgbench("-i", "-q", "-s", "1");
        Server load = primary.startPgbench("-T", "600", "-c", "2", "--rate", "50");

        for (Host host : hosts) {
            install(host);
            awaitShares(hosts.subList(0, 1));
            awaitStandbys(primary, standbyIps);
        }
        for (Host host : hosts) {
            remove(host);
            awaitShares(hosts.subList(0, 1));
            awaitStandbys(primary, standbyIps);
        }

        load.terminate();
        load.exitCode();
        String checksum = "select count(*), sum(hashtextextended(t::text, 0)::numeric) from pgbench_history t";
        String expected = primary.query(checksum);
        assertThat(expected).doesNotStartWith("0|");
        for (PostgresServer standby : standbys) {
            await().atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(IllegalStateException.class)
                    .untilAsserted(() -> assertThat(standby.query(checksum)).isEqualTo(expected));
        }
        assertNothingIsLeft();
    }

    private static void awaitStandbys(PostgresServer primary, String ips) {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(primary.query("select client_addr from pg_stat_replication order by 1"))
                        .isEqualTo(ips));
    }

    @Test
    void redis() throws IOException {
        addHosts("redis-1", "redis-2");
        count(RedisServer.PORT);
        RedisServer primary = RedisServer.openPrimary(hosts.get(0));
        RedisServer replica = RedisServer.replica(hosts.get(1), hosts.get(0).ip());
        Load load = Load.start(() -> primary.write(500, 200));

        for (Host host : hosts) {
            install(host);
            awaitShares(hosts);
            awaitReplica(primary, replica);
        }
        for (Host host : hosts) {
            remove(host);
            awaitShares(hosts);
            awaitReplica(primary, replica);
        }

        load.stop();
        await().atMost(LIMIT).untilAsserted(() -> assertThat(replica.digest()).isEqualTo(primary.digest()));
        assertThat(replica.ask("DBSIZE")).isNotEqualTo("0");
        assertNothingIsLeft();
    }

    private void awaitReplica(RedisServer primary, RedisServer replica) {
        String ip = "ip=" + hosts.get(1).ip() + ",";
        await().atMost(LIMIT)
                .until(() -> primary.ask("INFO", "replication")
                                .lines()
                                .anyMatch(line -> line.contains(ip) && line.contains("state=online"))
                        && replica.ask("INFO", "replication").contains("master_link_status:up"));
    }

    @Test
    void galera_staysPrimary() throws IOException {
        addHosts("galera-1", "galera-2", "galera-3");
        count(4567, 4568, 4444);
        List<MariaDbServer> nodes = new ArrayList<>();
        for (Host host : hosts) {
            nodes.add(MariaDbServer.galera(host, galeraSettings(host), host == hosts.get(0)));
        }
        nodes.get(0).query("create database shop; create table shop.orders (id int primary key, item text)");
        AtomicInteger statements = new AtomicInteger();
        Load load = Load.start(() -> {
            int i = statements.getAndIncrement();
            String range = "seq_" + (i * 100 + 1) + "_to_" + (i * 100 + 100);
            nodes.get(i % 3).query("use shop; insert into orders select seq, md5(seq) from " + range);
        });

        for (Host host : hosts) {
            install(host);
            awaitShares(hosts);
            assertThat(nodes).allSatisfy(RunningClusterIT::isPrimary);
        }
        for (Host host : hosts) {
            remove(host);
            awaitShares(hosts);
            assertThat(nodes).allSatisfy(RunningClusterIT::isPrimary);
        }

        load.stop();
        String checksum = "set session wsrep_sync_wait = 1; checksum table shop.orders";
        String expected = nodes.get(0).query(checksum);
        assertThat(nodes).allSatisfy(node -> assertThat(node.query(checksum)).isEqualTo(expected));
        assertThat(nodes.get(0).query("select count(*) from shop.orders")).isEqualTo("" + statements.get() * 100);
        assertNothingIsLeft();
    }

    private static void isPrimary(MariaDbServer node) {
        assertThat(node.query("show status like 'wsrep_cluster_status'")).isEqualTo("wsrep_cluster_status\tPrimary");
    }

    private List<String> galeraSettings(Host host) {
        String members = hosts.stream().map(Host::ip).collect(Collectors.joining(","));
        return List.of(
                "wsrep_cluster_address=gcomm://" + members,
                "wsrep_node_name=" + host.name(),
                "wsrep_node_address=" + host.ip(),
                "wsrep_sst_method=rsync");
    }

    private void addHosts(String... names) {
        for (String name : names) {
            hosts.add(network.host(name));
        }
    }

    private EtcdNode etcdMember(Host host) {
        String cluster = hosts.stream()
                .map(member -> member.name() + "=" + peerUrl(member))
                .collect(Collectors.joining(","));
        return EtcdNode.withSettings(
                host,
                List.of(
                        "--name=" + host.name(),
                        "--listen-peer-urls=" + peerUrl(host),
                        "--initial-advertise-peer-urls=" + peerUrl(host),
                        "--initial-cluster=" + cluster));
    }

    private static String peerUrl(Host host) {
        return "http://%s:%d".formatted(host.ip(), EtcdNode.PEER_PORT);
    }

    /** Begins to count what the databases send on these ports, from host to host. */
    private void count(Integer... databasePorts) {
        ports = List.of(databasePorts);
        for (Host host : hosts) {
            List<Host> others = hosts.stream().filter(other -> other != host).toList();
            arriving.put(host, new WireBytes(host, others, ports));
            rulesBefore.put(host, rules(host));
        }
    }

    private void install(Host host) throws IOException {
        String peers = hosts.stream()
                .filter(peer -> peer != host)
                .map(peer -> "  - {id: %1$s, region: eu, zone: %1$s, host: %1$s, link: '%2$s:15000', fallback: plain}"
                        .formatted(peer.name(), peer.ip()))
                .collect(Collectors.joining("\n"));
        String yaml = """
                version: 1
                node: {id: %1$s, region: eu, zone: %1$s, host: %1$s}
                link: {listen: '%2$s:15000', plaintext: true, warm-up: 0s, drain: 1s}
                targets: {}
                peers:
                %3$s
                capture:
                  - {transparent: '127.0.0.1:15001', ports: %4$s, plaintext: true}
                policy:
                  - {codec: zstd}
                admin: {listen: '%2$s:9901', token-file: %5$s}
                """.formatted(host.name(), host.ip(), peers, ports, Sidecar.TOKEN_FILE);
        sidecars.put(host, Sidecar.start(host, yaml, ""));
        reconnect(host);
        sidecars.keySet().parallelStream().filter(other -> other != host).forEach(RunningClusterIT::reconnect);
    }

    /** Applies the rules of a host, and resets the connections that they would have captured. */
    private static void reconnect(Host host) {
        String file = host.directory().resolve("narrows.yaml").toString();
        Launcher.run(host, "capture", "apply", "--reconnect", "--config", file);
    }

    private void remove(Host host) {
        Launcher.run(host, "capture", "remove");
        Sidecar sidecar = sidecars.remove(host);
        sidecar.terminate();
        await().atMost(LIMIT).until(() -> !sidecar.isAlive());
    }

    /**
     * Waits until the share of compressed traffic is what the installed sidecars allow: everything between two hosts that both have
     * one, and nothing else.
     *
     * @param talking the hosts with which all others exchange data
     */
    private void awaitShares(List<Host> talking) {
        for (Host host : talking) {
            for (Host other : hosts) {
                // The share of a pair is the same from either host, and two followers of etcd take ten seconds to
                // exchange enough bytes.
                if (other != host && (!talking.contains(other) || hosts.indexOf(host) < hosts.indexOf(other))) {
                    double share = sidecars.containsKey(host) && sidecars.containsKey(other) ? 1 : 0;
                    await("share of compressed traffic between " + host.name() + " and " + other.name())
                            .atMost(LIMIT)
                            .pollDelay(Duration.ZERO)
                            .untilAsserted(() -> assertThat(share(host, other)).isEqualTo(share));
                }
            }
        }
    }

    /** Returns the share of the databases' bytes from now on, between two hosts, that is compressed. */
    private double share(Host host, Host other) throws IOException {
        double plain = plain(host, other);
        double compressed = compressed(host, other) + compressed(other, host);
        await().atMost(LIMIT)
                .pollDelay(Duration.ofMillis(200))
                .until(() -> plain(host, other) - plain + compressed(host, other) + compressed(other, host) - compressed
                        > ENOUGH_BYTES);
        double more = compressed(host, other) + compressed(other, host) - compressed;
        double share = more / (more + plain(host, other) - plain);
        if (share > 0 && share < 1) {
            reconnect(host, other); // what began before the sidecar was there, or while it was thought absent
        }
        return share;
    }

    private void reconnect(Host host, Host other) {
        for (int port : ports) {
            host.run("ss", "-K", "-n", "dst", other.ip(), "dport", "=", ":" + port);
            other.run("ss", "-K", "-n", "dst", host.ip(), "dport", "=", ":" + port);
        }
    }

    /** Returns the IP bytes of databases that two hosts exchanged past the sidecars. */
    private double plain(Host host, Host other) {
        return arriving.get(host).read().get(other) + arriving.get(other).read().get(host);
    }

    /** Returns the bytes of databases that the sidecar of a host exchanged with that of another one; 0 without a sidecar. */
    private double compressed(Host host, Host other) throws IOException {
        Sidecar sidecar = sidecars.get(host);
        return sidecar == null
                ? 0
                : sidecar.metrics().sum("narrows_app_bytes_total", "peer=\"" + other.name() + "\"", "codec=\"zstd\"");
    }

    private static void awaitMore(WriteLoad load, int before) {
        await().atMost(LIMIT).until(() -> load.acknowledged() > before + 100);
    }

    private void assertNothingIsLeft() {
        assertThat(hosts).allSatisfy(host -> assertThat(rules(host)).isEqualTo(rulesBefore.get(host)));
    }

    private static String rules(Host host) {
        return host.run("nft", "-s", "list", "ruleset") + host.run("ip", "rule") + host.run("ip", "-6", "rule");
    }
}
