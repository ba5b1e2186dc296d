package io.narrows.bench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.bench.report.Metric;
import io.narrows.lab.load.LatencyFigures;
import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.load.WatchFigures;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreFiguresTest {
    private static final LatencyFigures NONE = new LatencyFigures(0, 0, 0, 0, 0);
    private static final LatencyFigures WRITES = new LatencyFigures(1_000, 0.02, 0.08, 0.09, 0.1);
    private static final LatencyFigures READS = new LatencyFigures(4_000, 0.001, 0.004, 0.005, 0.006);
    private static final LatencyFigures KEEP_ALIVES = new LatencyFigures(8_000, 0.0005, 0.002, 0.003, 0.004);
    private static final Taken TAKEN = new Taken(10_000_000, 1_000_000, 0.5, 2, 3_000_000, 1);

    @Test
    void of_writes_areDividedByWritesAlone() {
        Map<Metric, Double> figures = StoreFigures.of(StoreLoad.WRITES, done(WRITES, READS, NONE), TAKEN);

        assertThat(figures)
                .containsEntry(Metric.OPERATIONS_PER_S, 100.0)
                .containsEntry(Metric.P50_MS, 20.0)
                .containsEntry(Metric.P99_MS, 80.0)
                .containsEntry(Metric.STORE_CPU_S, 2.0)
                .containsEntry(Metric.STORE_CPU_US_PER_OPERATION, 2_000.0)
                .containsEntry(Metric.SIDECAR_CPU_S, 0.5)
                .containsEntry(Metric.CLIENT_CPU_S, 1.5)
                .containsEntry(Metric.PEER_BYTES_PER_OPERATION, 10_000.0)
                .containsEntry(Metric.WIRE_BYTES_PER_OPERATION, 1_000.0)
                .containsEntry(Metric.WIRE_RATIO, 0.1)
                .containsEntry(Metric.DISK_MB, 3.0)
                .containsEntry(Metric.ELECTIONS, 1.0);
    }

    @Test
    void of_gets_areDividedByReads() {
        Map<Metric, Double> figures = StoreFigures.of(StoreLoad.GETS, done(NONE, READS, NONE), TAKEN);

        assertThat(figures)
                .containsEntry(Metric.OPERATIONS_PER_S, 400.0)
                .containsEntry(Metric.P99_MS, 4.0)
                .containsEntry(Metric.STORE_CPU_US_PER_OPERATION, 500.0);
    }

    @Test
    void of_keepAlives_areDividedByKeepAlives() {
        Map<Metric, Double> figures = StoreFigures.of(StoreLoad.KEEP_ALIVES, done(NONE, NONE, KEEP_ALIVES), TAKEN);

        assertThat(figures)
                .containsEntry(Metric.OPERATIONS_PER_S, 800.0)
                .containsEntry(Metric.P50_MS, 0.5)
                .containsEntry(Metric.STORE_CPU_US_PER_OPERATION, 250.0);
    }

    @Test
    void of_nothingAcknowledged_isRefused() {
        assertThatThrownBy(() -> StoreFigures.of(StoreLoad.LISTS, done(WRITES, NONE, KEEP_ALIVES), TAKEN))
                .hasMessage("no lists were acknowledged (expected: at least one)");
    }

    private static LoadFigures done(LatencyFigures writes, LatencyFigures reads, LatencyFigures keepAlives) {
        WatchFigures watch = new WatchFigures(0, 0, 0, 0, NONE);
        return new LoadFigures(10, Map.of(), Map.of(), 0, Map.of(), 0, 0, writes, reads, keepAlives, watch, 1.5);
    }
}
