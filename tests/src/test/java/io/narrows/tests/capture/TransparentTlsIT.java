package io.narrows.tests.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.PostgresServer;
import io.narrows.tests.support.RedisServer;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * PostgreSQL and Redis with TLS and their ordinary addresses, whose connections the kernel hands to sidecars that end and begin
 * the TLS. Without a link, what the databases encrypt goes to the address that they dialed.
 */
class TransparentTlsIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String ROWS = "select count(*), sum(hashtextextended(t::text, 0)::numeric) from orders t";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    private Host primary;
    private Host replica;
    private Identity ofPrimary;
    private Identity ofReplica;
    private Identity shown;
    private Identity dialing;
    private Sidecar atPrimary;
    private Sidecar atReplica;

    @BeforeEach
    void startSidecars() throws IOException {
        network = new Network(directory);
        primary = network.host("primary");
        replica = network.host("replica");
        Certificates ofDatabases = new Certificates(directory.resolve("database-certificates"));
        ofPrimary = ofDatabases.node("primary");
        ofReplica = ofDatabases.user("replicator");
        shown = ofDatabases.shared(List.of("primary"));
        dialing = ofDatabases.user("replicator", "dialing");
        Certificates ofLinks = new Certificates(directory.resolve("certificates"));
        atPrimary = start(primary, replica, ofLinks.node("primary"));
        atReplica = start(replica, primary, ofLinks.node("replica"));
    }

    private Sidecar start(Host host, Host peer, Identity ofLink) throws IOException {
        String yaml = """
                version: 1
                node: {id: %1$s, region: eu, zone: %1$s, host: %1$s}
                link: {listen: '%2$s:15000', warm-up: 0s, tls: {%3$s}}
                targets:
                  postgres: {address: '%2$s:5432', peers: [%4$s], tls: {%5$s, server-name: primary}}
                  redis: {address: '%2$s:6379', peers: [%4$s], tls: {%5$s, server-name: primary}}
                peers:
                  - {id: %4$s, region: eu, zone: %4$s, host: %4$s, link: '%6$s:15000', fallback: plain, allow-downgrade: true}
                capture:
                  - {transparent: '127.0.0.1:15001', ports: [5432], source: keep, tls: {%7$s, starttls: postgresql}}
                  - {transparent: '127.0.0.1:15002', ports: [6379], source: keep, tls: {%7$s}}
                policy:
                  - {codec: zstd}
                admin: {listen: '%2$s:9901', token-file: %8$s}
                """.formatted(
                        host.name(),
                        host.ip(),
                        files(ofLink),
                        peer.name(),
                        files(dialing),
                        peer.ip(),
                        files(shown),
                        Sidecar.TOKEN_FILE);
        Sidecar sidecar = Sidecar.start(host, yaml, "");
        Launcher.run(
                host,
                "capture",
                "apply",
                "--config",
                host.directory().resolve("narrows.yaml").toString());
        return sidecar;
    }

    private static String files(Identity identity) {
        return "cert: '%s', key: '%s', ca: '%s'".formatted(identity.cert(), identity.key(), identity.ca());
    }

    @Test
    void databases_replicate_andWithoutALinkAsTheyEncrypt() throws IOException {
        PostgresServer postgres = PostgresServer.openPrimaryWithTls(
                primary, ofPrimary, "hostssl replication replicator %s/32 cert".formatted(replica.ip()));
        postgres.query("create role replicator replication login");
        PostgresServer standby = PostgresServer.standby(
                replica,
                "primary_conninfo = 'host=primary hostaddr=%s port=%d sslmode=verify-full sslrootcert=%s sslcert=%s sslkey=%s"
                                .formatted(
                                        primary.ip(),
                                        PostgresServer.PORT,
                                        ofReplica.ca(),
                                        ofReplica.cert(),
                                        ofReplica.key())
                        + " user=replicator'");
        RedisServer redis = RedisServer.openPrimaryWithTls(primary, ofPrimary);
        redis.write(5_000, 200);
        RedisServer copy = RedisServer.replicaWithTls(replica, ofReplica, primary.ip());
        postgres.query("create table orders as select i, 'item ' || i as item from generate_series(1, 20000) i");

        awaitSameData(postgres, standby, redis, copy);
        assertThat(standbySeen(postgres)).isEqualTo(replica.ip() + "|" + dialing.serial());
        Metrics near = atReplica.metrics();
        assertThat(near.sum("narrows_app_bytes_total", "codec=\"zstd\"")).isGreaterThan(1_000_000);
        assertThat(near.wireBytes("primary")).isLessThan(near.appBytes("primary") / 2);
        assertThat(near.appBytesOfClass("encrypted")).isZero();
        assertThat(near.sum("narrows_fallback_connections_total")).isZero();
        assertThat(databaseFailures(atReplica) + databaseFailures(atPrimary)).isZero();
        assertThat(atPrimary.metrics().sum("narrows_delivered_connections_total", "source=\"own\""))
                .isZero();

        atPrimary.kill();

        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(standbySeen(postgres))
                        .as("the standby's own certificate")
                        .isEqualTo(replica.ip() + "|" + ofReplica.serial()));
        postgres.query("insert into orders select i, 'item ' || i from generate_series(20001, 25000) i");
        redis.write(5_000, 300);
        awaitSameData(postgres, standby, redis, copy);
        assertThat(atReplica.metrics().sum("narrows_fallback_connections_total"))
                .isGreaterThanOrEqualTo(2);
        assertThat(databaseFailures(atReplica)).isZero();
    }

    private static void awaitSameData(
            PostgresServer postgres, PostgresServer standby, RedisServer redis, RedisServer copy) {
        await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .untilAsserted(() -> assertThat(standby.query(ROWS))
                        .isEqualTo(postgres.query(ROWS))
                        .startsWith("2"));
        await().atMost(LIMIT).untilAsserted(() -> assertThat(copy.digest()).isEqualTo(redis.digest()));
        assertThat(copy.ask("DBSIZE")).isNotEqualTo("0");
    }

    /** Returns the standby's address and the serial number of its certificate, as PostgreSQL sees them. */
    private static String standbySeen(PostgresServer postgres) {
        return postgres.query(
                "select host(client_addr), client_serial from pg_stat_replication join pg_stat_ssl using (pid)"
                        + " where state = 'streaming'");
    }

    private static double databaseFailures(Sidecar sidecar) throws IOException {
        Metrics metrics = sidecar.metrics();
        return List.of("database-tls", "tls-mismatch", "client-hello", "clear-text", "starttls-injection").stream()
                .mapToDouble(reason -> metrics.sum("narrows_failures_total", "reason=\"" + reason + "\""))
                .sum();
    }
}
