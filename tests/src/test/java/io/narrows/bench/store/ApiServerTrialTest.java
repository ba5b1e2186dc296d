package io.narrows.bench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.bench.report.Metric;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ApiServerTrialTest {
    @Test
    void figures_areDividedByRequests() throws IOException {
        RequestRates rates = RequestRates.parse("requests 5000 failed 0 seconds 10.000000 p50 0.002000 p99 0.030000\n");

        assertThat(ApiServerTrial.figures(rates, new Taken(0, 0, 0.5, 2, 0, 1), 250_000_000))
                .containsEntry(Metric.OPERATIONS_PER_S, 500.0)
                .containsEntry(Metric.P50_MS, 2.0)
                .containsEntry(Metric.P99_MS, 30.0)
                .containsEntry(Metric.STORE_CPU_US_PER_OPERATION, 400.0)
                .containsEntry(Metric.STORE_CPU_S, 2.0)
                .containsEntry(Metric.SIDECAR_CPU_S, 0.5)
                .containsEntry(Metric.RESIDENT_MB, 250.0)
                .containsEntry(Metric.ELECTIONS, 1.0);
    }

    @Test
    void parse_failedRequests_areRefused() {
        String output =
                "requests 5000 failed 1 seconds 10.000000 p50 0.002000 p99 0.030000\nlast failure: 409 conflict\n";

        assertThatThrownBy(() -> RequestRates.parse(output))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("409 conflict");
    }

    @Test
    void parse_nothing_isRefused() {
        assertThatThrownBy(() -> RequestRates.parse("")).isInstanceOf(IOException.class);
    }
}
