package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Json;
import io.narrows.tests.support.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs the demo as in a fresh clone of the project. */
class DemoIT {
    private static final String NARROWS =
            Path.of("..", "bin", "narrows").toAbsolutePath().normalize().toString();
    private static final List<String> CODECS = List.of(
            "none", "snappy", "lz4", "gzip:1", "gzip:6", "zstd:-1", "zstd:1", "zstd:3", "zstd:9", "dense:1", "dense:2");

    @Test
    void recorded_asJson_showsSavingsEachSecondAndAtTheEnd() {
        List<Map<String, Object>> events = Command.run(NARROWS, "demo", "--recorded", "--for", "3s", "--output", "json")
                .lines()
                .filter(line -> line.startsWith("{"))
                .map(Json::object)
                .toList();

        assertThat(events)
                .extracting(event -> event.get("event"))
                .containsExactly("begin", "second", "second", "second", "summary");
        Map<String, Object> summary = events.get(events.size() - 1);
        assertThat(number(summary, "mismatches")).isZero();
        assertThat(number(summary, "app_bytes"))
                .isGreaterThan(2 * number(summary, "wire_bytes"))
                .isEqualTo(number(summary, "checked_bytes"));
        assertThat(number(summary, "saved_usd_per_month")).isPositive();
        assertThat(number(summary, "cpu_usd_per_month")).isPositive();
        assertThat(objects(summary, "links"))
                .extracting(link -> link.get("class"))
                .contains("replication", "heartbeat", "grpc", "control");
        List<Map<String, Object>> codecs = objects(summary, "codecs");
        assertThat(codecs).extracting(codec -> codec.get("codec")).isEqualTo(CODECS);
        assertThat(codecs)
                .extracting(codec -> number(codec, "app_bytes"))
                .containsOnly(number(codecs.get(0), "app_bytes"));
        assertThat(objects(summary, "payoffs"))
                .extracting(payoff -> payoff.get("instead_of"))
                .containsExactly("gzip:6", "zstd:1", "zstd:3");
        assertThat(number(codecs.get(0), "wire_bytes")).isGreaterThanOrEqualTo(number(codecs.get(0), "app_bytes"));
        assertThat(codecs.subList(1, codecs.size()))
                .allSatisfy(codec -> assertThat(number(codec, "wire_bytes")).isLessThan(number(codec, "app_bytes")));
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> objects(Map<String, Object> event, String key) {
        return (List<Map<String, Object>>) event.get(key);
    }

    private static double number(Map<String, Object> event, String key) {
        return ((Number) event.get(key)).doubleValue();
    }
}
