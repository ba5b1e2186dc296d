package io.narrows.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PrometheusSourceTest {
    private static final String TARGET = "\"job\": \"narrows\", \"instance\": \"h1:9901\"";
    private static final String FLOW =
            "\"peer\": \"db-2\", \"tier\": \"cross-zone\", \"class\": \"bulk\", \"direction\": \"sent\"";

    private static final Map<String, String> RESULTS = Map.of(
            "narrows_tariff_info",
                    sample(TARGET + ", \"node\": \"db-1\", \"preset\": \"aws\", \"unit\": \"GB\"", 1.8e9),
            "narrows_app_bytes_total", sample(TARGET + ", " + FLOW, 4e9),
            "narrows_wire_usd_total", sample(TARGET + ", " + FLOW, 0.01),
            "narrows_cpu_usd_total", sample(TARGET, 0.5),
            "narrows_tariff_usd_per_core_second", sample(TARGET, 1e-5));

    @Test
    void answers_areAReportOfTheNode() throws Exception {
        List<NodeReport> reports = read(query -> success(result(query)));

        assertThat(reports).singleElement().satisfies(report -> {
            assertThat(report.node()).isEqualTo("db-1");
            assertThat(report.period()).isEqualTo(MetricsText.DAY);
            assertThat(report.cpuUsd()).isEqualTo(0.5);
            assertThat(report.flows())
                    .containsOnlyKeys(new Flow("db-2", "cross-zone", "bulk", "sent"))
                    .containsValue(new Amount(4e9, 0, 0, 0, 0, 0.01, 0));
        });
    }

    @Test
    void queries_coverThePeriodAndTheJob() throws Exception {
        try (StubServer prometheus = new StubServer(200, query -> success(result(query)))) {
            new PrometheusSource(URI.create("http://" + prometheus.address() + "/path/"), Optional.of("a\"b"))
                    .read(MetricsText.DAY);

            assertThat(prometheus.queries())
                    .hasSize(10)
                    .allMatch(query -> query.startsWith("/path/api/v1/query?time=1732579200&query="))
                    .anyMatch(query -> query.endsWith(
                            "sum by (job, instance) (increase(" + "narrows_cpu_usd_total{job=\"a\\\"b\"}[86400s]))"));
        }
    }

    @Test
    void twoAddressesOfANodeInOnePeriod_areAdded() throws Exception {
        List<NodeReport> reports = read(query -> success(
                result(query).isEmpty()
                        ? ""
                        : result(query) + ", " + result(query).replace("h1", "h2")));

        assertThat(reports).singleElement().satisfies(report -> {
            assertThat(report.cpuUsd()).isEqualTo(1);
            assertThat(report.total().appBytes()).isEqualTo(8e9);
        });
    }

    @Test
    void twoJobsOfOneProcess_areRefused() {
        assertThatThrownBy(() -> read(query -> success(
                        result(query).isEmpty()
                                ? ""
                                : result(query) + ", " + result(query).replace("\"narrows\"", "\"other\""))))
                .isInstanceOf(ReportException.class)
                .hasMessageContaining("both scrape h1:9901; choose one with --job");
    }

    @Test
    void nothingScraped_isAnError() {
        assertThatThrownBy(() -> read(query -> success("")))
                .isInstanceOf(ReportException.class)
                .hasMessageContaining("has no narrows_tariff_info from 2024-11-25T00:00:00Z to 2024-11-26T00:00:00Z");
    }

    @Test
    void errorOfPrometheus_isShown() {
        assertThatThrownBy(() -> read(query -> "{\"status\": \"error\", \"error\": \"too many samples\"}"))
                .isInstanceOf(ReportException.class)
                .hasMessageContaining("status 200, too many samples");
    }

    @Test
    void otherServer_isNamed() {
        assertThatThrownBy(() -> read(query -> "<html>"))
                .isInstanceOf(ReportException.class)
                .hasMessageEndingWith("status 200, not an answer of Prometheus");
    }

    private static List<NodeReport> read(Function<String, String> answers)
            throws IOException, ReportException, InterruptedException {
        try (StubServer prometheus = new StubServer(200, answers)) {
            return new PrometheusSource(URI.create("http://" + prometheus.address()), Optional.empty())
                    .read(MetricsText.DAY);
        }
    }

    private static String result(String query) {
        return RESULTS.entrySet().stream()
                .filter(result -> query.contains("(" + result.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    private static String sample(String labels, double value) {
        return "{\"metric\": {" + labels + "}, \"value\": [1732579200.5, \"" + value + "\"]}";
    }

    private static String success(String results) {
        return "{\"status\": \"success\", \"data\": {\"resultType\": \"vector\", \"result\": [" + results
                + "]}, \"warnings\": [\"w\"]}";
    }
}
