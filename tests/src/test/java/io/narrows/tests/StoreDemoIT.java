package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Json;
import io.narrows.tests.support.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs the demo's cluster of stores as in a fresh clone of the project. */
class StoreDemoIT {
    private static final String NARROWS =
            Path.of("..", "bin", "narrows").toAbsolutePath().normalize().toString();

    @Test
    void compare_asJson_hasThePolicyBesideNone_onTheSameLoad() {
        List<Map<String, Object>> events = Command.run(
                        NARROWS, "demo", "--compare=none,policy", "--for", "4s", "--rate", "40", "--output", "json")
                .lines()
                .filter(line -> line.startsWith("{"))
                .map(Json::object)
                .toList();

        assertThat(events.get(0)).containsEntry("event", "begin");
        List<Map<String, Object>> policies = events.subList(1, events.size());
        assertThat(policies).extracting(policy -> policy.get("policy")).containsExactly("none", "policy");
        assertThat(policies).allSatisfy(policy -> {
            assertThat(number(policy, "write_count")).isPositive();
            assertThat(number(policy, "failed")).isZero();
            assertThat(number(policy, "packets")).isPositive();
            assertThat(number(policy, "store_cpu_cores")).isPositive();
            assertThat((List<?>) policy.get("links")).hasSize(3);
        });
        assertThat(number(policies.get(0), "wire_bytes")).isGreaterThanOrEqualTo(number(policies.get(0), "app_bytes"));
        assertThat(policies.subList(1, policies.size()))
                .allSatisfy(policy -> assertThat(number(policy, "wire_bytes")).isLessThan(number(policy, "app_bytes")));
    }

    private static double number(Map<String, Object> event, String key) {
        return ((Number) event.get(key)).doubleValue();
    }
}
