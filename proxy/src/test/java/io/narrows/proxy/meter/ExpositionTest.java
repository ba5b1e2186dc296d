package io.narrows.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.PeerDetail;
import io.narrows.proxy.live.LiveConfig;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExpositionTest {
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0";

    private Exposition exposition;

    @BeforeEach
    void make() throws ConfigException {
        Config config = ConfigLoader.parse("test.yaml", """
                version: 1
                node: {id: a, region: r, zone: z, host: h}
                link: {listen: 127.0.0.1:15000}
                targets: {app: 127.0.0.1:9000}
                peers: [{id: b, region: r, zone: z, host: g, link: 127.0.0.2:15000}]
                """, Path.of("."));
        exposition = new Exposition(
                new TrafficMeter(config.node().location(), config.tariff()),
                new EventMeter(),
                new LatencyMeter(),
                new CpuBill(() -> 0, 0),
                new ReloadMeter(Instant.EPOCH),
                new LiveConfig(config),
                "test");
    }

    @ParameterizedTest
    @EnumSource
    void otherMetrics_followTheSidecars_inEveryDetail(PeerDetail detail) {
        exposition.add(() -> MetricSnapshots.of(counter("other", "b")));

        assertThat(scrape("", detail))
                .contains("\nother_total{peer=\"b\"} 7.0\n", "\nnarrows_cpu_usd_total 0.0\n", "\njvm_threads_current ");
    }

    @Test
    void openMetrics_endsOnce() {
        exposition.add(() -> MetricSnapshots.of(counter("other", "b")));

        assertThat(scrape(OPEN_METRICS, PeerDetail.FULL))
                .contains("\nother_total{peer=\"b\"} 7.0\n")
                .containsOnlyOnce("# EOF\n")
                .endsWith("# EOF\n");
    }

    @Test
    void familyThatTheSidecarHasToo_isTheSidecars() {
        exposition.add(() -> MetricSnapshots.of(counter("narrows_cpu_usd", "b"), counter("other", "b")));

        assertThat(scrape("", PeerDetail.FULL))
                .containsOnlyOnce("# TYPE narrows_cpu_usd_total counter\n")
                .doesNotContain("narrows_cpu_usd_total{")
                .contains("other_total");
    }

    @Test
    void otherMetricsThatFail_areLeftOut() {
        exposition.add(() -> {
            throw new IllegalStateException("closed");
        });
        exposition.add(() -> MetricSnapshots.of(counter("other", "b")));

        assertThat(scrape("", PeerDetail.FULL)).contains("narrows_cpu_usd_total 0.0\n", "other_total");
    }

    private String scrape(String accept, PeerDetail detail) {
        return new String(exposition.scrape(accept, detail).body(), StandardCharsets.UTF_8);
    }

    private static MetricSnapshot counter(String name, String peer) {
        return CounterSnapshot.builder()
                .name(name)
                .help("Something.")
                .dataPoint(CounterDataPointSnapshot.builder()
                        .labels(Labels.of("peer", peer))
                        .value(7)
                        .build())
                .build();
    }
}
