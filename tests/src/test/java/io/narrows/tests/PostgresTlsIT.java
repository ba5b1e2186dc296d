package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.PostgresServer;
import io.narrows.tests.support.ReplicaPair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL with {@code sslmode=verify-full}, whose TLS the sidecars end and begin. */
class PostgresTlsIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String OTHER_ADDRESS = "127.0.1.2";
    private static final String ROWS = "select count(*), sum(hashtextextended(t::text, 0)::numeric) from orders t";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private ReplicaPair pair;

    private PostgresServer primary;
    private Identity replicator;

    @BeforeEach
    void startPrimary() throws IOException {
        Certificates certificates = new Certificates(directory.resolve("postgres-certificates"));
        Identity ofPrimary = certificates.node("primary");
        replicator = certificates.user("replicator");
        pair = ReplicaPair.startWithTls(
                directory,
                PostgresServer.PORT,
                Optional.of("postgresql"),
                replicator,
                Map.of(
                        ReplicaPair.PRIMARY_AT_REPLICA,
                        certificates.shared(List.of("primary")),
                        OTHER_ADDRESS,
                        ofPrimary));
        primary = PostgresServer.primaryWithTls(
                pair.primary(),
                ofPrimary,
                "hostssl replication replicator 127.0.0.1/32 cert",
                "hostssl all app 127.0.0.1/32 scram-sha-256");
    }

    @Test
    void standbyWithAClientCertificate_hasThePrimarysRows_andLinksCompressThem() throws IOException {
        primary.query("create role replicator replication login");
        PostgresServer standby = PostgresServer.standby(
                pair.replica(),
                "primary_conninfo = '" + conninfo(ReplicaPair.PRIMARY_AT_REPLICA) + " user=replicator'");
        primary.query("create table orders as select i, 'item ' || i as item from generate_series(1, 50000) i");
        String end = primary.query("select pg_current_wal_lsn()");
        await().atMost(LIMIT)
                .until(() -> standby.query("select pg_last_wal_replay_lsn() >= '" + end + "'")
                        .equals("t"));

        assertThat(standby.query(ROWS)).isEqualTo(primary.query(ROWS)).startsWith("50000|");
        Metrics metrics = pair.atPrimary().metrics();
        assertThat(metrics.wireBytes("replica")).isLessThan(metrics.appBytes("replica") / 2);
        assertThat(metrics.shareOfClass("replication")).isGreaterThan(0.99);
        assertThat(pair.atReplica().metrics().sum("narrows_failures_total")).isZero();
    }

    @Test
    void channelBinding_needsTheCertificateOfTheDatabase_orToBeOff() {
        primary.query("create role app login password 'sesame'");

        assertThat(loginOverTls(ReplicaPair.PRIMARY_AT_REPLICA, "disable")).isEqualTo("t");
        for (String binding : List.of("prefer", "require")) {
            assertThatThrownBy(() -> loginOverTls(ReplicaPair.PRIMARY_AT_REPLICA, binding))
                    .hasMessageContaining("SCRAM channel binding check failed");
        }
        assertThat(loginOverTls(OTHER_ADDRESS, "require")).isEqualTo("t");
    }

    private String loginOverTls(String address, String channelBinding) {
        return pair.replica()
                .run(
                        "psql",
                        conninfo(address) + " dbname=postgres user=app password=sesame channel_binding="
                                + channelBinding,
                        "-At",
                        "-c",
                        "select ssl from pg_stat_ssl where pid = pg_backend_pid()")
                .strip();
    }

    private String conninfo(String address) {
        return "host=primary hostaddr=%s port=%d sslmode=verify-full sslrootcert=%s sslcert=%s sslkey=%s"
                .formatted(address, PostgresServer.PORT, replicator.ca(), replicator.cert(), replicator.key());
    }
}
