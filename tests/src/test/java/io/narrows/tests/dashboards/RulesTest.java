package io.narrows.tests.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests recording rules and alerts with promtool, and checks that its tests cover all of them. */
@Tag("long")
final class RulesTest {
    @ParameterizedTest
    @EnumSource
    void promtoolTakesTheFiles(RuleSet set) throws IOException {
        assertThat(check(set.recordings())).contains("SUCCESS");
        assertThat(check(set.alerts())).contains("SUCCESS");
    }

    @ParameterizedTest
    @EnumSource
    void recordingsHaveTheirValues(RuleSet set) throws IOException {
        assertThat(test(set.testsOfRecordings())).contains("SUCCESS");
    }

    @Test
    void monthIsKnownWithoutTheDataOfAMonth() throws IOException {
        assertThat(test(RuleFile.read("tests/month_test.yaml"))).contains("SUCCESS");
    }

    @ParameterizedTest
    @EnumSource
    void alertsFireAndDoNotFire(RuleSet set) throws IOException {
        assertThat(test(set.testsOfAlerts())).contains("SUCCESS");
    }

    @ParameterizedTest
    @EnumSource
    void everyRecordingHasAValueInTheTests(RuleSet set) throws IOException {
        List<Object> tested = set.testsOfRecordings().expectations("promql_expr_test").stream()
                .filter(expected -> !Dashboard.objects(expected, "exp_samples").isEmpty())
                .map(expected -> expected.get("expr"))
                .toList();

        assertThat(tested).containsExactlyElementsOf(names(set.recordings(), "record"));
    }

    @ParameterizedTest
    @EnumSource
    void everyAlertFiresInOneTestAndNotInAnother(RuleSet set) throws IOException {
        Map<Boolean, Set<Object>> tested = set.testsOfAlerts().expectations("alert_rule_test").stream()
                .collect(Collectors.partitioningBy(
                        expected -> !Dashboard.objects(expected, "exp_alerts").isEmpty(),
                        Collectors.mapping(expected -> expected.get("alertname"), Collectors.toSet())));
        List<Object> alerts = names(set.alerts(), "alert");

        assertThat(tested.get(true)).containsExactlyInAnyOrderElementsOf(Set.copyOf(alerts));
        assertThat(tested.get(false)).containsExactlyInAnyOrderElementsOf(Set.copyOf(alerts));
    }

    /** Checks names of the form level:metric:operations, where the level names the labels of the series. */
    @ParameterizedTest
    @EnumSource
    void recordingsAreNamedAsPrometheusAdvises(RuleSet set) throws IOException {
        assertThat(names(set.recordings(), "record"))
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
