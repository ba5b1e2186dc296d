package io.narrows.bench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.narrows.bench.report.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Parses outputs of etcd's tools that were recorded, their standard error included. */
class ToolResultTest {
    private static final Offset<Double> CLOSE = within(1e-9);

    @Test
    void ofRequests_puts() throws IOException {
        ToolResult result = EtcdTool.PUT.parse(recorded("put.txt"));

        assertThat(result.operations()).isEqualTo(500);
        assertThat(result.figures())
                .hasEntrySatisfying(Metric.OPERATIONS_PER_S, is(2153.588644282137))
                .hasEntrySatisfying(Metric.P50_MS, is(1.226577))
                .hasEntrySatisfying(Metric.P99_MS, is(14.209492));
    }

    @Test
    void ofWatches_countsPuts() throws IOException {
        ToolResult result = EtcdTool.WATCH_LATENCY.parse(recorded("watch-latency.txt"));

        assertThat(result.operations()).isEqualTo(120);
        assertThat(result.figures())
                .hasEntrySatisfying(Metric.P50_MS, is(1.606644))
                .hasEntrySatisfying(Metric.EVENT_P50_MS, is(0.181129))
                .hasEntrySatisfying(Metric.EVENT_P99_MS, is(1.626413));
    }

    @Test
    void ofTransactions_countsReadsAndWrites() throws IOException {
        ToolResult result = EtcdTool.TXN_MIXED.parse(recorded("txn-mixed.txt"));

        assertThat(result.operations()).isEqualTo(400);
        assertThat(result.figures())
                .hasEntrySatisfying(Metric.OPERATIONS_PER_S, is(639.275455205121 + 595.826622874583))
                .hasEntrySatisfying(Metric.P50_MS, is(1.547045))
                .hasEntrySatisfying(Metric.WRITE_P50_MS, is(1.842399))
                .hasEntrySatisfying(Metric.WRITE_P99_MS, is(30.009423));
    }

    @Test
    void ofRequests_failed_areNamed() {
        String output =
                "Summary:\n  Requests/sec:\t10\n\nError distribution:\n  [3]\tetcdserver: mvcc: database space exceeded\n";

        assertThatThrownBy(() -> ToolResult.ofRequests(output))
                .isInstanceOf(IOException.class)
                .hasMessage("requests failed: [3]\tetcdserver: mvcc: database space exceeded");
    }

    @Test
    void ofRequests_nothingPrinted_isRefused() {
        assertThatThrownBy(() -> ToolResult.ofRequests("dial error"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("dial error");
    }

    @Test
    void ofCheckPerf_passed() throws IOException {
        ToolResult result = EtcdTool.CHECK_PERF_S.parse(recorded("check-perf.txt"));

        assertThat(result.operations()).isEqualTo(147 * 60);
        assertThat(result.figures())
                .containsEntry(Metric.OPERATIONS_PER_S, 147.0)
                .hasEntrySatisfying(Metric.SLOWEST_MS, is(199.803))
                .hasEntrySatisfying(Metric.STDDEV_MS, is(8.067))
                .containsEntry(Metric.PASSED, 1.0);
    }

    @Test
    void ofCheckPerf_tooSlow_hasFailed() throws IOException {
        Map<Metric, Double> figures =
                EtcdTool.CHECK_PERF_S.parse(recorded("check-perf-failed.txt")).figures();

        assertThat(figures)
                .hasEntrySatisfying(Metric.SLOWEST_MS, is(1578.041))
                .hasEntrySatisfying(Metric.STDDEV_MS, is(213.821))
                .containsEntry(Metric.PASSED, 0.0);
    }

    @Test
    void ofCheckPerf_interrupted_isRefused() {
        assertThatThrownBy(() -> ToolResult.ofCheckPerf("Error: context deadline exceeded"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("deadline exceeded");
    }

    private static Consumer<Double> is(double expected) {
        return value -> assertThat(value).isCloseTo(expected, CLOSE);
    }

    private static String recorded(String name) throws IOException {
        try (InputStream in = ToolResultTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
