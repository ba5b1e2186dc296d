package io.narrows.tests.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Recording rules and alerts as promtool sees them, and that its tests leave none out. */
final class RulesTest {
    @Test
    void promtoolTakesTheFiles() throws IOException {
        assertThat(check(RuleFile.recordings())).contains("SUCCESS");
        assertThat(check(RuleFile.alerts())).contains("SUCCESS");
    }

    @Test
    void recordingsHaveTheirValues() throws IOException {
        assertThat(test(RuleFile.testsOfRecordings())).contains("SUCCESS");
    }

    @Test
    void alertsFireAndDoNotFire() throws IOException {
        assertThat(test(RuleFile.testsOfAlerts())).contains("SUCCESS");
    }

    @Test
    void everyRecordingHasAValueInTheTests() throws IOException {
        List<Object> tested = RuleFile.testsOfRecordings().expectations("promql_expr_test").stream()
                .filter(expected -> !Dashboard.objects(expected, "exp_samples").isEmpty())
                .map(expected -> expected.get("expr"))
                .toList();

        assertThat(tested).containsExactlyElementsOf(names(RuleFile.recordings(), "record"));
    }

    @Test
    void everyAlertFiresInOneTestAndNotInAnother() throws IOException {
        Map<Boolean, Set<Object>> tested = RuleFile.testsOfAlerts().expectations("alert_rule_test").stream()
                .collect(Collectors.partitioningBy(
                        expected -> !Dashboard.objects(expected, "exp_alerts").isEmpty(),
                        Collectors.mapping(expected -> expected.get("alertname"), Collectors.toSet())));
        List<Object> alerts = names(RuleFile.alerts(), "alert");

        assertThat(tested.get(true)).containsExactlyInAnyOrderElementsOf(Set.copyOf(alerts));
        assertThat(tested.get(false)).containsExactlyInAnyOrderElementsOf(Set.copyOf(alerts));
    }

    /** level:metric:operations, and the level names the labels that the series have. */
    @Test
    void recordingsAreNamedAsPrometheusAdvises() throws IOException {
        assertThat(names(RuleFile.recordings(), "record"))
                .allSatisfy(name -> assertThat((String) name).matches("job[a-z_]*:[a-z_]+:[a-z]+[a-z0-9_]*"))
                .doesNotHaveDuplicates();
    }

    private static List<Object> names(RuleFile file, String kind) {
        return file.rules().stream().map(rule -> rule.get(kind)).toList();
    }

    private static String check(RuleFile file) {
        return Command.run("promtool", "check", "rules", file.path().toString());
    }

    private static String test(RuleFile file) {
        return Command.run("promtool", "test", "rules", file.path().toString());
    }
}
