package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.PostgresServer;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.SidecarConfig.Site;
import io.narrows.tests.support.WireHop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a PostgreSQL standby in another region that copies and follows its primary through two sidecars. */
@ParameterizedClass
@EnumSource
class PostgresReplicaIT {
    private static final Site PRIMARY = new Site("primary", "us-east-1", "us-east-1a");
    private static final Site STANDBY = new Site("standby", "eu-west-1", "eu-west-1a");
    private static final String PRIMARY_AT_STANDBY = "127.0.1.1";
    private static final String PRIMARY_CONNINFO =
            "primary_conninfo = 'host=%s port=%d user=postgres sslmode=disable gssencmode=disable'"
                    .formatted(PRIMARY_AT_STANDBY, PostgresServer.PORT);
    private static final int WIRE_PORT = 15001;
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final List<String> TABLES =
            List.of("pgbench_accounts", "pgbench_branches", "pgbench_history", "pgbench_tellers");

    @Parameter
    private LinkSecurity security;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    private Host primaryHost;
    private Host standbyHost;

    @AutoClose
    private WireHop wire;

    @BeforeEach
    void connectHosts() throws IOException {
        network = new Network(directory);
        primaryHost = network.host(PRIMARY.id());
        standbyHost = network.host(STANDBY.id());
        wire = new WireHop(Network.testAddress(WIRE_PORT), primaryHost.address(SidecarConfig.LINK_PORT));
    }

    @Test
    void pgbenchOnPrimary_standbyHasEqualTables_wireBytesAreThoseOfTheMetric() throws IOException {
        LinkSecurity.Setup setup = security.setup(directory);
        Sidecar atPrimary = Sidecar.start(primaryHost, setup.apply(primaryConfig(), PRIMARY.id()));
        Sidecar atStandby = Sidecar.start(standbyHost, setup.apply(standbyConfig(), STANDBY.id()));
        PostgresServer primary = PostgresServer.primary(primaryHost);
        PostgresServer standby = PostgresServer.standby(standbyHost, PRIMARY_CONNINFO);

        primary.pgbench("--initialize", "--scale=2", "--quiet");
        primary.pgbench("--client=4", "--time=8", "--protocol=prepared");
        String end = primary.query("select pg_current_wal_lsn()");
        await().atMost(LIMIT)
                .until(() -> standby.query("select pg_last_wal_replay_lsn() >= '" + end + "'")
                        .equals("t"));

        for (String table : TABLES) {
            assertThat(checksum(standby, table)).as(table).isEqualTo(checksum(primary, table));
        }
        assertThat(checksum(primary, "pgbench_history")).doesNotStartWith("0|");
        long counted = wire.bytesOfConnectionsFrom(standbyHost);
        assertThat(atStandby.metrics().wireBytes(PRIMARY.id())).isCloseTo(counted, withinPercentage(1));
        assertThat(atPrimary.metrics().wireBytes(STANDBY.id())).isCloseTo(counted, withinPercentage(1));
        assertThat((double) counted).isLessThan(atPrimary.metrics().appBytes(STANDBY.id()) / 2);
        // Base backup and stream; at the receiver, only the bytes that identified the class count as default.
        assertThat(atPrimary.metrics().shareOfClass("replication")).isGreaterThan(0.999);
        assertThat(atStandby.metrics().shareOfClass("replication")).isGreaterThan(0.999);
    }

    /** Returns the number of rows, and a sum of hashes of whole rows, which does not depend on their order. */
    private static String checksum(PostgresServer server, String table) {
        return server.query("select count(*), sum(hashtextextended(t::text, 0)::numeric) from " + table + " t");
    }

    private SidecarConfig primaryConfig() {
        return new SidecarConfig(PRIMARY, primaryHost)
                .target("postgres", "127.0.0.1:" + PostgresServer.PORT)
                .peer(STANDBY, standbyHost.ip() + ":" + SidecarConfig.LINK_PORT);
    }

    private SidecarConfig standbyConfig() {
        String wireIp = Network.testAddress(WIRE_PORT).getAddress().getHostAddress();
        return new SidecarConfig(STANDBY, standbyHost)
                .target("postgres", "127.0.0.1:" + PostgresServer.PORT)
                .peer(PRIMARY, wireIp + ":" + WIRE_PORT)
                .capture(PRIMARY_AT_STANDBY + ":" + PostgresServer.PORT, PRIMARY.id(), "postgres");
    }
}
