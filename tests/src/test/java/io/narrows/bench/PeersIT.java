package io.narrows.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.bench.load.Bulk;
import io.narrows.bench.load.Ping;
import io.narrows.bench.load.Recordings;
import io.narrows.bench.load.Trial;
import io.narrows.bench.report.Metric;
import io.narrows.bench.tunnel.Peers;
import io.narrows.bench.tunnel.Routes;
import io.narrows.bench.tunnel.Tunnel;
import io.narrows.tests.support.Command;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the comparison with other tunnels on little work: everything arrives, and everything is counted. */
class PeersIT {
    private static final int ROUNDS = 200;
    private static final int WARM_UP_ROUNDS = 500;
    private static final double PING_BYTES = 200.0 * (ROUNDS + WARM_UP_ROUNDS);
    private static final int BULK_BYTES = 2_000_000;

    private static byte[] content;

    @BeforeAll
    static void read() throws IOException {
        content = Arrays.copyOf(Recordings.own().bulk(), BULK_BYTES);
    }

    @Test
    void withoutATunnel_theHopCountsWhatTheApplicationSends() throws IOException {
        try (Tunnel tunnel = Tunnel.open(Peers.parse("none"), new Routes().next())) {
            Map<Metric, Double> ping = Measurement.of(new Ping(ROUNDS), tunnel);
            Map<Metric, Double> bulk = Measurement.of(bulk(), tunnel);

            assertThat(ping)
                    .containsEntry(Metric.MISMATCHES, 0.0)
                    .containsEntry(Metric.WIRE_FORWARD_BYTES, PING_BYTES)
                    .containsEntry(Metric.WIRE_BACK_BYTES, PING_BYTES)
                    .containsEntry(Metric.CPU_S, 0.0);
            assertThat(bulk)
                    .containsEntry(Metric.MISMATCHES, 0.0)
                    .containsEntry(Metric.WIRE_FORWARD_BYTES, (double) BULK_BYTES)
                    .containsEntry(Metric.WIRE_BACK_BYTES, 0.0)
                    .containsEntry(Metric.WIRE_RATIO, 1.0);
        }
    }

    @Test
    void throughNarrows_theSameArrives_inFewerBytes() throws IOException {
        try (Tunnel tunnel = Tunnel.open(Peers.parse("narrows:zstd:1"), new Routes().next())) {
            Map<Metric, Double> ping = Measurement.of(new Ping(ROUNDS), tunnel);
            Map<Metric, Double> bulk = Measurement.of(bulk(), tunnel);

            assertThat(ping).containsEntry(Metric.MISMATCHES, 0.0).containsEntry(Metric.APP_BYTES, 2 * PING_BYTES);
            assertThat(ping.get(Metric.WIRE_FORWARD_BYTES)).isPositive().isLessThan(PING_BYTES);
            assertThat(ping.get(Metric.WIRE_BACK_BYTES)).isPositive().isLessThan(PING_BYTES);
            assertThat(bulk).containsEntry(Metric.MISMATCHES, 0.0).containsEntry(Metric.APP_BYTES, (double) BULK_BYTES);
            assertThat(bulk.get(Metric.WIRE_RATIO)).isPositive().isLessThan(0.5);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none+tls", "haproxy+tls", "narrows:none+tls"})
    void withTlsOfClientAndServer_theSameArrives_inMoreBytes(String peer) throws IOException {
        try (Tunnel tunnel = Tunnel.open(Peers.parse(peer), new Routes().next())) {
            Map<Metric, Double> ping = Measurement.of(new Ping(ROUNDS), tunnel);
            Map<Metric, Double> bulk = Measurement.of(bulk(), tunnel);

            assertThat(ping).containsEntry(Metric.MISMATCHES, 0.0).containsEntry(Metric.APP_BYTES, 2 * PING_BYTES);
            assertThat(ping.get(Metric.WIRE_FORWARD_BYTES)).isGreaterThan(PING_BYTES);
            assertThat(bulk).containsEntry(Metric.MISMATCHES, 0.0).containsEntry(Metric.APP_BYTES, (double) BULK_BYTES);
            assertThat(bulk.get(Metric.WIRE_RATIO)).isBetween(1.0, 1.1);
        }
    }

    @Test
    void throughTheKernelsRules_theSameArrives_andTheRulesAreRemoved() throws IOException {
        try (Tunnel tunnel = Tunnel.open(Peers.parse("narrows:zstd:1+transparent"), new Routes().next())) {
            Map<Metric, Double> ping = Measurement.of(new Ping(ROUNDS), tunnel);

            assertThat(ping).containsEntry(Metric.MISMATCHES, 0.0).containsEntry(Metric.APP_BYTES, 2 * PING_BYTES);
            assertThat(ping.get(Metric.WIRE_FORWARD_BYTES)).isPositive().isLessThan(PING_BYTES);
        }
        assertThat(Command.run("nft", "list", "ruleset")).isEmpty();
    }

    private static Trial bulk() {
        return new Bulk("bulk", content);
    }
}
