package io.narrows.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.narrows.cli.http.HttpText;
import io.narrows.cli.http.NoAnswerException;
import io.narrows.cli.http.StubServer;
import io.narrows.cli.prometheus.PrometheusApi;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrometheusSourceTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final double SEEN = 1.8e9;
    private static final String TARGET = "\"job\": \"narrows\", \"instance\": \"h1:9901\"";
    private static final String FLOW =
            "\"peer\": \"db-2\", \"tier\": \"cross-zone\", \"class\": \"bulk\", \"direction\": \"sent\"";

    private static final Map<String, String> RESULTS = Map.of(
            "narrows_tariff_info", sample(TARGET + ", \"node\": \"db-1\", \"preset\": \"aws\", \"unit\": \"GB\"", SEEN),
            "narrows_app_bytes_total", sample(TARGET + ", " + FLOW, 4e9),
            "narrows_wire_usd_total", sample(TARGET + ", " + FLOW, 0.01),
            "narrows_cpu_usd_total", sample(TARGET, 0.5),
            "process_cpu_seconds_total", sample(TARGET, 4e4));

    @Test
    void answers_areAReportOfTheNode() throws Exception {
        List<NodeReport> reports = read(query -> success(result(query)));

        assertThat(reports).singleElement().satisfies(report -> {
            assertThat(report.node()).isEqualTo("db-1");
            assertThat(report.period()).isEqualTo(MetricsText.DAY);
            assertThat(report.cpuUsd()).isEqualTo(0.5);
            assertThat(report.cpuSeconds()).isEqualTo(4e4);
            assertThat(report.flows())
                    .containsOnlyKeys(new Flow("db-2", "cross-zone", "bulk", "sent"))
                    .containsValue(new Amount(4e9, 0, 0, 0, 0, 0.01, 0));
        });
    }

    @Test
    void queries_coverThePeriodAndTheJob() throws Exception {
        try (StubServer prometheus = new StubServer(200, query -> success(result(query)))) {
            source("http://" + prometheus.address() + "/path/", Selector.of(Map.of("job", "a\"b")))
                    .read(MetricsText.DAY);

            assertThat(prometheus.queries())
                    .hasSize(11)
                    .allMatch(query -> query.startsWith("/path/api/v1/query?time=1732579200&query="))
                    .anyMatch(query -> query.endsWith("query=increase(narrows_cpu_usd_total{job=\"a\\\"b\"}[86400s])"))
                    .anyMatch(query ->
                            query.endsWith("query=increase(process_cpu_seconds_total{job=\"a\\\"b\"}[86400s])"))
                    .anyMatch(query -> query.endsWith(
                            "max_over_time(timestamp(narrows_tariff_info{job=\"a\\\"b\"})[86400s:86s])"));
        }
    }

    @Test
    void addressesOfANode_oneAfterTheOther_areAdded() throws Exception {
        List<NodeReport> reports =
                read(query -> success(both(query, result(query).replace("h1", "h2"), 1.8e9, 1.9e9)));

        assertThat(reports).singleElement().satisfies(report -> {
            assertThat(report.cpuUsd()).isEqualTo(1);
            assertThat(report.cpuSeconds()).isEqualTo(8e4, within(1e-6));
            assertThat(report.total().appBytes()).isEqualTo(8e9);
        });
    }

    @ParameterizedTest
    @CsvSource({"narrows, other", "h1, h2"})
    void nodeThatIsScrapedTwiceAtATime_isRefused(String label, String other) {
        assertThatThrownBy(() -> read(query -> success(both(query, result(query).replace(label, other), 1.8e9, 1.8e9))))
                .isInstanceOf(ReportException.class)
                .hasMessageContaining(
                        "node db-1 was scraped twice at the same time, as {instance=h1:9901, job=narrows}")
                .hasMessageContaining("choose one with --job or --match");
    }

    @Test
    void addressThatWasTwoNodes_isRefused() {
        assertThatThrownBy(() ->
                        read(query -> success(both(query, result(query).replace("db-1", "db-9"), 1.8e9, 1.9e9))))
                .isInstanceOf(ReportException.class)
                .hasMessageContaining("{instance=h1:9901, job=narrows} was node db-1 and node db-9 from 2024-11-25T");
    }

    @Test
    void tariffThatChanged_isTheLastOne() throws Exception {
        List<NodeReport> reports = read(query -> success(
                query.contains("narrows_tariff_info")
                        ? both(query, result(query).replace("aws", "gcp"), 1.8e9, 1.9e9)
                        : result(query)));

        assertThat(reports)
                .singleElement()
                .satisfies(report -> assertThat(report.tariff().preset()).isEqualTo("gcp"));
    }

    @Test
    void labelsThatPrometheusRenamed_areTheSidecars() throws Exception {
        List<NodeReport> reports = read(query -> success(result(query)
                .replace("\"node\"", "\"exported_node\"")
                .replace("\"tier\"", "\"exported_tier\"")
                .replace("\"job\"", "\"node\": \"ip-10-0-0-1\", \"tier\": \"backend\", \"job\"")));

        assertThat(reports).singleElement().satisfies(report -> {
            assertThat(report.node()).isEqualTo("db-1");
            assertThat(report.flows()).containsOnlyKeys(new Flow("db-2", "cross-zone", "bulk", "sent"));
        });
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
                .isInstanceOf(NoAnswerException.class)
                .hasMessageContaining("status 200, too many samples");
    }

    @Test
    void otherServer_isNamed() {
        assertThatThrownBy(() -> read(query -> "<html>"))
                .isInstanceOf(NoAnswerException.class)
                .hasMessageEndingWith("status 200, not an answer of Prometheus");
    }

    @Test
    void answerThatEndsEarly_isAnError() {
        assertThatThrownBy(() -> read(query -> success(result(query)).substring(0, 60)))
                .isInstanceOf(NoAnswerException.class)
                .hasMessageEndingWith("status 200, not an answer of Prometheus");
    }

    private static PrometheusSource source(String address, String selector) {
        return new PrometheusSource(new PrometheusApi(HttpText.within(LIMIT), URI.create(address)), selector);
    }

    /** Returns the result of a query, and another one, with the times of the first and the second sidecar. */
    private static String both(String query, String other, double time, double otherTime) {
        String result = result(query);
        if (result.isEmpty()) {
            return "";
        }
        boolean last = query.contains("max_over_time");
        return query.contains("narrows_tariff_info")
                ? timed(result, last ? time : time - 1e7) + ", " + timed(other, last ? otherTime : otherTime - 1e7)
                : result + ", " + other;
    }

    private static String timed(String sample, double time) {
        return sample.replace("\"" + SEEN + "\"", "\"" + time + "\"");
    }

    private static List<NodeReport> read(Function<String, String> answers) throws IOException {
        try (StubServer prometheus = new StubServer(200, answers)) {
            return source("http://" + prometheus.address(), "").read(MetricsText.DAY);
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
