package io.narrows.tests.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Demo;
import io.narrows.tests.support.PrometheusServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Runs dashboards and recording rules on a real Prometheus that scrapes the demo, as a new user would. */
class DemoDashboardsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Families appear with their first sample, and nothing fails in the demo. {@link DashboardsIT} covers these. */
    private static final Set<String> OF_TROUBLE = Set.of(
            "narrows_failures_total",
            "narrows_refused_hellos_total",
            "narrows_raw_frames_total",
            "narrows_plain_links",
            "narrows_certificate_expiration_timestamp_seconds");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void everyQueryAndEveryRecordingRuleHasSeries() throws IOException {
        List<Target> queries = Dashboard.ofSidecars().stream()
                .flatMap(dashboard -> dashboard.targets().stream())
                .filter(query ->
                        query.selectors().stream().noneMatch(selector -> OF_TROUBLE.contains(selector.metric())))
                .toList();
        List<Object> recorded = RuleSet.SIDECARS.recordings().rules().stream()
                .map(rule -> rule.get("record"))
                .toList();
        try (Demo demo = new Demo("30m")) {
            List<String> sidecars = demo.pages().stream()
                    .map(page -> URI.create(page).getAuthority())
                    .toList();
            try (PrometheusServer prometheus = PrometheusServer.start(
                    directory.resolve("prometheus"),
                    sidecars,
                    List.of(
                            RuleSet.SIDECARS.recordings().everySecond(directory),
                            RuleSet.SIDECARS.alerts().everySecond(directory)))) {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(queries)
                                .hasSizeGreaterThan(50)
                                .allSatisfy(query -> assertThat(Figures.of(query, prometheus))
                                        .anyMatch(Double::isFinite)));
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(recorded)
                                .isNotEmpty()
                                .allSatisfy(name -> assertThat(Figures.of(prometheus.query((String) name)))
                                        .anyMatch(Double::isFinite)));
            }
        }
    }
}
