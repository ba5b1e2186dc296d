package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.PostgresServer;
import io.narrows.tests.support.ReplicaPair;
import io.narrows.tests.support.Server;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
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
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String OTHER_ADDRESS = "127.0.1.2";
    private static final String ROWS = "select count(*), sum(hashtextextended(t::text, 0)::numeric) from orders t";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private ReplicaPair pair;

    private Certificates certificates;
    private PostgresServer primary;
    private Identity ofPrimary;
    private Identity replicator;
    private Identity shown;
    private Identity dialing;

    @BeforeEach
    void startPrimary() throws IOException {
        certificates = new Certificates(directory.resolve("postgres-certificates"));
        createCertificates();
        pair = ReplicaPair.startWithTls(
                directory,
                PostgresServer.PORT,
                Optional.of("postgresql"),
                dialing,
                Map.of(ReplicaPair.PRIMARY_AT_REPLICA, shown, OTHER_ADDRESS, ofPrimary));
        primary = PostgresServer.primaryWithTls(
                pair.primary(),
                ofPrimary,
                "hostssl replication replicator 127.0.0.1/32 cert",
                "hostssl all app 127.0.0.1/32 scram-sha-256");
    }

    /** Creates the certificates of the databases and those that they see, or replaces their files. */
    private void createCertificates() {
        ofPrimary = certificates.node("primary");
        replicator = certificates.user("replicator");
        shown = certificates.shared(List.of("primary"));
        dialing = certificates.user("replicator", "dialing");
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
    void channelBinding_needsTheCertificateOfTheDatabase_orToBeOff() throws IOException {
        primary.query("create role app login password 'sesame'");

        assertThat(serialAtLogin(ReplicaPair.PRIMARY_AT_REPLICA, "disable")).isEqualTo(dialing.serial());
        for (String binding : List.of("prefer", "require")) {
            assertThatThrownBy(() -> serialAtLogin(ReplicaPair.PRIMARY_AT_REPLICA, binding))
                    .hasMessageContaining("SCRAM channel binding check failed");
        }
        assertThat(serialAtLogin(OTHER_ADDRESS, "require")).isEqualTo(dialing.serial());
    }

    @Test
    void replacedCertificates_applyToTheNextConnection_andNoneBreaks() throws IOException {
        primary.query("create role app login password 'sesame'");
        primary.query("create table ticks (at timestamptz default now()); grant insert on ticks to app");
        Path script = Files.writeString(directory.resolve("tick.sql"), "insert into ticks default values;\n");
        Server load = PostgresServer.startPgbench(
                pair.replica(),
                login(ReplicaPair.PRIMARY_AT_REPLICA, "disable"),
                script,
                "-T",
                "600",
                "-c",
                "2",
                "--rate",
                "100");
        awaitMoreTicks();
        String sessions = sessionsOfLoad();
        String seen = dialing.serial();
        assertThat(sessions.lines()).hasSize(2).allMatch(line -> line.endsWith("|" + seen));
        String seenAtPrimary = serialOfServer(pair.primary(), "127.0.0.1");
        String seenAtReplica = serialOfServer(pair.replica(), ReplicaPair.PRIMARY_AT_REPLICA);

        createCertificates();
        primary.query("select pg_reload_conf()");

        await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .untilAsserted(() -> assertThat(serialAtLogin(ReplicaPair.PRIMARY_AT_REPLICA, "disable"))
                        .isEqualTo(dialing.serial()));
        awaitSerialOfServer(pair.replica(), ReplicaPair.PRIMARY_AT_REPLICA, shown);
        awaitSerialOfServer(pair.primary(), "127.0.0.1", ofPrimary);
        assertThat(List.of(seenAtReplica, seenAtPrimary, seen))
                .doesNotContain(shown.serial(), ofPrimary.serial(), dialing.serial());
        awaitMoreTicks();
        assertThat(sessionsOfLoad()).isEqualTo(sessions);
        assertThat(load.isAlive()).isTrue();
    }

    private void awaitMoreTicks() {
        String count = "select count(*) from ticks";
        int before = Integer.parseInt(primary.query(count));
        await().atMost(LIMIT).until(() -> Integer.parseInt(primary.query(count)) > before + 10);
    }

    /** Returns the processes of the load's connections, with the serial numbers of the certificates that they see. */
    private String sessionsOfLoad() {
        return primary.query("select pid, client_serial from pg_stat_ssl join pg_stat_activity using (pid)"
                + " where application_name = 'pgbench' order by pid");
    }

    private void awaitSerialOfServer(Host client, String address, Identity identity) {
        await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .untilAsserted(() -> assertThat(serialOfServer(client, address)).isEqualTo(identity.serial()));
    }

    /** Returns the serial number of the certificate that a client sees at an address. */
    private String serialOfServer(Host client, String address) {
        String command = "openssl s_client -starttls postgres -connect %s:%d -cert %s -key %s < /dev/null 2> /dev/null"
                + " | openssl x509 -noout -serial";
        String serial = client.run(
                "sh", "-c", command.formatted(address, PostgresServer.PORT, replicator.cert(), replicator.key()));
        return new BigInteger(serial.strip().replace("serial=", ""), 16).toString();
    }

    /** Logs in and returns the serial number of the certificate that the primary sees. */
    private String serialAtLogin(String address, String channelBinding) {
        return pair.replica()
                .run(
                        "psql",
                        login(address, channelBinding),
                        "-At",
                        "-c",
                        "select client_serial from pg_stat_ssl where pid = pg_backend_pid()")
                .strip();
    }

    private String login(String address, String channelBinding) {
        return conninfo(address) + " dbname=postgres user=app password=sesame channel_binding=" + channelBinding;
    }

    private String conninfo(String address) {
        return "host=primary hostaddr=%s port=%d sslmode=verify-full sslrootcert=%s sslcert=%s sslkey=%s"
                .formatted(address, PostgresServer.PORT, replicator.ca(), replicator.cert(), replicator.key());
    }
}
