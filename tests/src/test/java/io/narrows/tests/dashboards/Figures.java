package io.narrows.tests.dashboards;

import io.narrows.tests.support.PrometheusServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Queries a Prometheus for numbers. */
final class Figures {
    private static final int SECONDS = 3;

    private Figures() {}

    /** Queries like Grafana: the current moment for a panel with a single figure, a range of time for others. */
    static List<Double> of(Target target, PrometheusServer prometheus) throws IOException {
        return of(target, target.query(), prometheus);
    }

    /** Queries like Grafana with one job selected. */
    static List<Double> ofJob(Target target, String job, PrometheusServer prometheus) throws IOException {
        return of(target, target.query(job), prometheus);
    }

    private static List<Double> of(Target target, String query, PrometheusServer prometheus) throws IOException {
        return of(target.instant() ? prometheus.query(query) : prometheus.queryRange(query, SECONDS));
    }

    /** Returns the last value of each series; of a native histogram its count. */
    static List<Double> of(List<Map<String, Object>> result) {
        return result.stream()
                .map(Figures::samples)
                .map(value -> value.get(0) instanceof List<?> ? (List<?>) value.get(value.size() - 1) : value)
                .map(sample -> figure(sample.get(1)).replace("+Inf", "Infinity").replace("-Inf", "-Infinity"))
                .map(Double::valueOf)
                .toList();
    }

    private static List<?> samples(Map<String, Object> series) {
        return (List<?>) Stream.of("value", "values", "histogram", "histograms")
                .map(series::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no samples: " + series));
    }

    private static String figure(Object value) {
        return (String) (value instanceof Map<?, ?> histogram ? histogram.get("count") : value);
    }
}
