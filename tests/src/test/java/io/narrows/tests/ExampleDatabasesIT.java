package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.ConfigException;
import io.narrows.tests.support.EtcdNode;
import io.narrows.tests.support.ExampleCluster;
import io.narrows.tests.support.MariaDbServer;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.NatsClient;
import io.narrows.tests.support.NatsServer;
import io.narrows.tests.support.PostgresServer;
import io.narrows.tests.support.RedisServer;
import io.narrows.tests.support.WriteLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the sidecars of examples with databases start, find each other and end, and that databases set up by nothing but the
 * comments of those examples replicate through them.
 */
class ExampleDatabasesIT {
    /** The folders of config/examples that this class runs. */
    static final Set<String> FOLDERS = Set.of("etcd", "postgresql", "galera", "redis", "nats");

    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private ExampleCluster cluster;

    private void startSidecars(String folder) throws IOException, ConfigException {
        assertThat(FOLDERS).contains(folder);
        cluster = ExampleCluster.start(directory, folder);
        cluster.awaitLinks();
    }

    @AfterEach
    void endSidecars() {
        if (cluster != null) {
            cluster.end();
        }
    }

    @Test
    void etcd() throws IOException, ConfigException {
        startSidecars("etcd");
        List<EtcdNode> members = cluster.ids().stream()
                .map(id -> EtcdNode.withSettings(cluster.host(id), cluster.settings(id, "etcd:")))
                .toList();
        members.forEach(member -> member.awaitHealthy(LIMIT));

        WriteLoad load = WriteLoad.start(1_000, members);
        load.join(LIMIT);

        for (EtcdNode member : members) {
            await().atMost(LIMIT)
                    .until(() -> load.differencesTo(member.readAll()).isEmpty());
        }
        assertBusiestPairIsHalved();
        Metrics metrics = cluster.sidecar("etcd-1").metrics();
        assertThat(metrics.appBytesOfClass("heartbeat")).isPositive();
        assertThat(metrics.appBytesOfClass("replication")).isPositive();
    }

    @Test
    void postgres() throws IOException, ConfigException {
        startSidecars("postgresql");
        PostgresServer primary = PostgresServer.primary(cluster.host("pg-1"));
        primary.query("create role replicator replication login");
        PostgresServer standby = PostgresServer.standby(
                cluster.host("pg-2"),
                cluster.settings("pg-2", "postgresql.conf").get(0));

        primary.query("create table orders as select i, md5(i::text) as item from generate_series(1, 20000) i");

        String checksum = "select count(*), sum(hashtextextended(t::text, 0)::numeric) from orders t";
        String expected = primary.query(checksum);
        assertThat(expected).startsWith("20000|");
        await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .untilAsserted(() -> assertThat(standby.query(checksum)).isEqualTo(expected));
        Metrics metrics = cluster.sidecar("pg-1").metrics();
        assertThat(metrics.wireBytes("pg-2")).isPositive().isLessThan(metrics.appBytes("pg-2") / 2);
        assertThat(metrics.shareOfClass("replication")).isGreaterThan(0.99);
    }

    @Test
    void galera() throws IOException, ConfigException {
        startSidecars("galera");
        MariaDbServer first = MariaDbServer.galera(cluster.host("galera-1"), settings("galera-1"), true);
        first.query("create database shop; create table shop.orders (id int primary key, item text)");
        first.query("use shop; insert into orders select seq, md5(seq) from seq_1_to_20000");
        MariaDbServer second = MariaDbServer.galera(cluster.host("galera-2"), settings("galera-2"), false);
        MariaDbServer third = MariaDbServer.galera(cluster.host("galera-3"), settings("galera-3"), false);

        second.query("update shop.orders set item = concat(item, '!') where id % 2 = 0");
        // A node that does not have the update yet would lose against it.
        third.query("set session wsrep_sync_wait = 7; delete from shop.orders where id % 5 = 0");

        String checksum = "set session wsrep_sync_wait = 1; checksum table shop.orders";
        assertThat(first.query(checksum)).matches("shop.orders\t[1-9]\\d+").isEqualTo(third.query(checksum));
        assertThat(second.query(checksum)).isEqualTo(third.query(checksum));
        assertThat(first.query("select count(*) from shop.orders")).isEqualTo("16000");
        Metrics metrics = cluster.sidecar("galera-1").metrics();
        assertThat(metrics.wireBytes("galera-2")).isPositive().isLessThan(metrics.appBytes("galera-2") / 2);
        assertThat(metrics.appBytesOfClass("replication")).isPositive();
        assertThat(metrics.appBytesOfClass("bulk")).isPositive();
    }

    @Test
    void redis() throws IOException, ConfigException {
        startSidecars("redis");
        RedisServer primary = RedisServer.primary(cluster.host("redis-1"));
        String[] replicaof = cluster.settings("redis-2", "redis.conf").get(0).split(" ");
        assertThat(replicaof).startsWith("replicaof").endsWith("" + RedisServer.PORT);
        RedisServer replica = RedisServer.replica(cluster.host("redis-2"), replicaof[1]);

        primary.write(10_000, 200);

        await().atMost(LIMIT).untilAsserted(() -> assertThat(replica.digest()).isEqualTo(primary.digest()));
        assertThat(replica.ask("DBSIZE")).isNotEqualTo("0").isEqualTo(primary.ask("DBSIZE"));
        Metrics metrics = cluster.sidecar("redis-1").metrics();
        assertThat(metrics.wireBytes("redis-2")).isPositive().isLessThan(metrics.appBytes("redis-2"));
        assertThat(metrics.shareOfClass("replication")).isGreaterThan(0.99);
    }

    @Test
    void nats() throws IOException, ConfigException {
        startSidecars("nats");
        List<NatsServer> servers = cluster.ids().stream()
                .map(id -> NatsServer.start(cluster.host(id), cluster.settings(id, "nats.conf:")))
                .toList();
        List<String> orders = IntStream.range(0, 3_000)
                .mapToObj(
                        "{\"id\":%1$d,\"customer\":\"customer %1$d\",\"state\":\"open\",\"currency\":\"EUR\"}"
                                ::formatted)
                .toList();
        await("a leader of JetStream")
                .atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> createStream(servers.get(0)).contains("\"created\""));

        try (NatsClient client = servers.get(0).connect()) {
            assertThat(client.publishAll("orders", orders))
                    .allSatisfy(answer ->
                            assertThat(answer).contains("\"stream\":\"ORDERS\"").doesNotContain("error"));
        }

        for (NatsServer server : servers) {
            await("replica").atMost(LIMIT).until(() -> server.streams().contains("\"messages\": 3000"));
            try (NatsClient client = server.connect()) {
                assertThat(client.read("ORDERS", orders.size())).isEqualTo(orders);
            }
        }
        assertBusiestPairIsHalved();
        assertThat(cluster.sidecar("nats-1").metrics().shareOfClass("replication"))
                .isEqualTo(1);
    }

    private static String createStream(NatsServer server) throws IOException {
        try (NatsClient client = server.connect()) {
            return client.ask(
                    "STREAM.CREATE.ORDERS", "{\"name\":\"ORDERS\",\"subjects\":[\"orders\"],\"num_replicas\":3}");
        }
    }

    /**
     * Checks the busiest pair only: two followers exchange little data, and the members elect the leader. If the writes
     * took long, most of it would be heartbeats.
     */
    private void assertBusiestPairIsHalved() throws IOException {
        double app = 0;
        double wire = 0;
        for (String node : cluster.ids()) {
            Metrics metrics = cluster.sidecar(node).metrics();
            for (String peer : cluster.ids()) {
                String[] replication = {"peer=\"" + peer + "\"", "class=\"replication\""};
                double carried = metrics.sum("narrows_app_bytes_total", replication);
                if (!peer.equals(node) && carried > app) {
                    app = carried;
                    wire = metrics.sum("narrows_wire_bytes_total", replication);
                }
            }
        }
        assertThat(wire).isPositive().isLessThan(app / 2);
    }

    private List<String> settings(String id) {
        return MariaDbServer.patient(cluster.settings(id, "MariaDB:"));
    }
}
