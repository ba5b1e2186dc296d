package io.narrows.tests.dashboards;

import io.narrows.tests.support.PrometheusServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What a Prometheus answers, as numbers. */
final class Figures {
    private static final int SECONDS = 3;

    private Figures() {}

    /** As Grafana asks: a panel of one figure for now, the others for a stretch of time. */
    static List<Double> of(Target target, PrometheusServer prometheus) throws IOException {
        return of(target.instant() ? prometheus.query(target.query()) : prometheus.queryRange(target.query(), SECONDS));
    }

    /** The last value of each series. */
    static List<Double> of(List<Map<String, Object>> result) {
        return result.stream()
                .map(series -> (List<?>) series.getOrDefault("value", series.get("values")))
                .map(value -> value.get(0) instanceof List<?> ? (List<?>) value.get(value.size() - 1) : value)
                .map(sample ->
                        ((String) sample.get(1)).replace("+Inf", "Infinity").replace("-Inf", "-Infinity"))
                .map(Double::valueOf)
                .toList();
    }
}
