package io.narrows.tests.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.PrometheusServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks dashboards and rules on the data of a Prometheus. Each assertion waits until there is enough data. */
record Scraped(PrometheusServer prometheus) {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.+), (\\w+)\\)");

    void answersEveryQueryOf(Dashboard dashboard) {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(dashboard.targets())
                        .isNotEmpty()
                        .allSatisfy(target ->
                                assertThat(Figures.of(target, prometheus)).anyMatch(Double::isFinite)));
    }

    void hasValuesOfEveryVariableOf(Dashboard dashboard) {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(dashboard.variables())
                        .filteredOn(variable -> "query".equals(variable.get("type")))
                        .allSatisfy(variable -> assertThat(values((String) variable.get("query")))
                                .isNotEmpty()));
    }

    void recordsEveryRecordingOf(RuleSet rules) throws IOException {
        List<Object> recorded = rules.recordings().rules().stream()
                .map(rule -> rule.get("record"))
                .toList();

        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(recorded)
                        .isNotEmpty()
                        .allSatisfy(name -> assertThat(Figures.of(prometheus.query((String) name)))
                                .anyMatch(Double::isFinite)));
    }

    void evaluatesEveryRuleWithoutAnError() {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(prometheus.rules())
                        .contains("\"health\":\"ok\"")
                        .doesNotContain("\"health\":\"unknown\"", "\"health\":\"err\""));
    }

    private List<Object> values(String query) throws IOException {
        Matcher matcher = LABEL_VALUES.matcher(query);
        assertThat(matcher.matches()).as(query).isTrue();
        String label = matcher.group(2);
        return prometheus.query(Target.withoutVariables(matcher.group(1))).stream()
                .map(series -> ((Map<?, ?>) series.get("metric")).get(label))
                .filter(value -> value != null)
                .<Object>map(value -> value)
                .toList();
    }
}
