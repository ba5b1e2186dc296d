package io.narrows.tests.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the rules of <a href="https://github.com/grafana/dashboard-linter">Grafana's dashboard linter</a>, each by its name. */
final class DashboardLintTest {
    private static final Map<String, Object> CHOSEN_DATASOURCE = Map.of("type", "prometheus", "uid", "${datasource}");
    /** The units of Grafana that the dashboards use. */
    private static final Set<String> UNITS =
            Set.of("none", "s", "bytes", "decbytes", "Bps", "cps", "currencyUSD", "percentunit");

    private static final Pattern RATE = Pattern.compile("\\b(?:rate|irate|increase)\\([^\\[]*\\[([^]]+)]");
    private static final Pattern COUNTER = Pattern.compile("(\\w+\\()?\\b\\w+_total\\{[^}]*}(\\[)?");
    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.+), (\\w+)\\)");
    /** A metric with its matchers, a range, an aggregation, a function, an operator, a number. */
    private static final Pattern COMPLETE = Pattern.compile(
            "[\\w:]+\\{[^}]*}|\\[[^]]*]|\\w+ by \\([^)]*\\)|\\w+\\(|\\bor\\b|(?<![\\w:])\\d[\\d.]*(?:e\\d+)?");

    private static final Pattern OF_WIRE_BYTES = Pattern.compile("narrows_(wire|saved)_bytes|_per_wire_bytes");
    private static final Pattern NAME = Pattern.compile("[\\w:]+");

    static List<Dashboard> dashboards() {
        return Dashboard.all();
    }

    @Test
    void thereAreDashboards() {
        assertThat(dashboards())
                .extracting(Dashboard::name)
                .containsExactly("codecs", "jvm", "links", "overview", "store");
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void panelsOfWireBytes_sayWhetherHeadersAreCounted(Dashboard dashboard) {
        assertThat(dashboard.panels())
                .filteredOn(panel -> panel.targets().stream()
                        .anyMatch(target -> OF_WIRE_BYTES.matcher(target.expr()).find()))
                .allSatisfy(panel ->
                        assertThat(panel.description()).as(panel.toString()).contains("TCP and IP headers"));
        assertThat(dashboard.panels())
                .extracting(Panel::description)
                .noneMatch(description -> description.contains("on the wire"));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("template-datasource-rule")
    void templateDatasourceRule(Dashboard dashboard) {
        assertThat(dashboard.variables())
                .filteredOn(variable -> "datasource".equals(variable.get("type")))
                .singleElement()
                .satisfies(variable -> assertThat(variable)
                        .containsEntry("name", "datasource")
                        .containsEntry("label", "Data source")
                        .containsEntry("query", "prometheus"));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("template-job-rule")
    void templateJobRule(Dashboard dashboard) {
        assertThatAllMayBeChosen(dashboard.variable("job"), "Job");
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("template-instance-rule")
    void templateInstanceRule(Dashboard dashboard) {
        assertThatAllMayBeChosen(dashboard.variable("instance"), "Instance");
    }

    private static void assertThatAllMayBeChosen(Map<String, Object> variable, String label) {
        assertThat(variable)
                .containsEntry("label", label)
                .containsEntry("type", "query")
                .containsEntry("datasource", CHOSEN_DATASOURCE)
                .containsEntry("multi", true)
                .containsEntry("allValue", ".+");
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("template-label-promql-rule")
    void templateLabelPromqlRule(Dashboard dashboard, @TempDir Path folder) throws IOException {
        List<String> queries = queryVariables(dashboard).stream()
                .map(variable -> LABEL_VALUES.matcher((String) variable.get("query")))
                .map(matcher -> matcher.matches() ? Target.withoutVariables(matcher.group(1)) : "not label_values")
                .toList();

        assertThatPromqlIsValid(queries, folder);
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("template-on-time-change-reload-rule")
    void templateOnTimeChangeReloadRule(Dashboard dashboard) {
        assertThat(queryVariables(dashboard))
                .isNotEmpty()
                .allSatisfy(variable -> assertThat(variable).containsEntry("refresh", 2));
    }

    private static List<Map<String, Object>> queryVariables(Dashboard dashboard) {
        return dashboard.variables().stream()
                .filter(variable -> "query".equals(variable.get("type")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("panel-datasource-rule")
    void panelDatasourceRule(Dashboard dashboard) {
        assertThat(dashboard.panels())
                .allSatisfy(panel -> assertThat(panel.json()).containsEntry("datasource", CHOSEN_DATASOURCE));
        assertThat(dashboard.targets())
                .allSatisfy(target -> assertThat(target.json()).containsEntry("datasource", CHOSEN_DATASOURCE));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("panel-title-description-rule")
    void panelTitleDescriptionRule(Dashboard dashboard) {
        assertThat(dashboard.panels()).allSatisfy(panel -> {
            assertThat(panel.title()).isNotBlank();
            assertThat(panel.description()).endsWith(".");
        });
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("panel-units-rule")
    void panelUnitsRule(Dashboard dashboard) {
        assertThat(dashboard.panels())
                .allSatisfy(panel -> assertThat(panel.unit()).isIn(UNITS));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("panel-no-targets-rule")
    void panelNoTargetsRule(Dashboard dashboard) {
        assertThat(dashboard.panels())
                .isNotEmpty()
                .allSatisfy(panel -> assertThat(panel.targets()).isNotEmpty());
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("target-promql-rule")
    void targetPromqlRule(Dashboard dashboard, @TempDir Path folder) throws IOException {
        assertThatPromqlIsValid(dashboard.targets().stream().map(Target::query).toList(), folder);
    }

    /** Checks the queries as recording rules, because promtool parses those without a server. */
    private static void assertThatPromqlIsValid(List<String> queries, Path folder) throws IOException {
        String rules = IntStream.range(0, queries.size())
                .mapToObj(number -> "      - {record: 'query:%d', expr: '%s'}".formatted(number, queries.get(number)))
                .collect(Collectors.joining("\n", "groups:\n  - name: queries\n    rules:\n", "\n"));
        Path file = Files.writeString(folder.resolve("queries.yaml"), rules);

        assertThat(Command.run("promtool", "check", "rules", file.toString()))
                .contains("SUCCESS: " + queries.size() + " rules found");
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("target-rate-interval-rule")
    void targetRateIntervalRule(Dashboard dashboard) {
        assertThat(dashboard.targets())
                .allSatisfy(target -> assertThat(RATE.matcher(target.expr()).results())
                        .extracting(range -> range.group(1))
                        .allMatch("$__rate_interval"::equals));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("target-counter-agg-rule")
    void targetCounterAggRule(Dashboard dashboard) {
        assertThat(dashboard.targets())
                .allSatisfy(target ->
                        assertThat(COUNTER.matcher(target.expr()).results()).allMatch(DashboardLintTest::isAggregated));
    }

    private static boolean isAggregated(MatchResult counter) {
        return Set.of("rate(", "irate(", "increase(").contains(String.valueOf(counter.group(1)))
                && counter.group(2) != null;
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("target-job-rule")
    void targetJobRule(Dashboard dashboard) {
        assertThat(dashboard.targets()).allSatisfy(target -> {
            assertThat(metricsWithoutMatchers(target)).isEmpty();
            assertThat(target.selectors())
                    .isNotEmpty()
                    .allSatisfy(selector -> assertThat(selector.matchers()).contains("job=~\"$job\""));
        });
    }

    private static List<String> metricsWithoutMatchers(Target target) {
        String rest = COMPLETE.matcher(target.expr()).replaceAll(" ");
        return NAME.matcher(rest).results().map(MatchResult::group).toList();
    }

    /** Recording rules sum over the sidecars and have no instance. */
    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("target-instance-rule")
    void targetInstanceRule(Dashboard dashboard) {
        assertThat(dashboard.targets())
                .allSatisfy(target -> assertThat(target.selectors())
                        .filteredOn(selector -> !selector.recorded())
                        .allSatisfy(selector -> assertThat(selector.matchers()).contains("instance=~\"$instance\"")));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    @DisplayName("uneditable-dashboard")
    void uneditableDashboard(Dashboard dashboard) {
        assertThat(dashboard.json()).containsEntry("editable", false);
    }

    /** Not a rule of the linter: links between dashboards, and bookmarks, refer to the uid. */
    @ParameterizedTest
    @MethodSource("dashboards")
    void uidIsTheFilesName(Dashboard dashboard) {
        assertThat(dashboard.json()).containsEntry("uid", "narrows-" + dashboard.name());
    }

    /** Not a rule of the linter: Grafana moves overlapping panels apart, so the file would not show the actual layout. */
    @ParameterizedTest
    @MethodSource("dashboards")
    void panelsHaveIdsAndPlacesOfTheirOwn(Dashboard dashboard) {
        List<Panel> panels = dashboard.panels();

        assertThat(panels).extracting(Panel::id).doesNotHaveDuplicates();
        assertThat(panels)
                .allSatisfy(panel -> assertThat(panels)
                        .filteredOn(other -> other.id() != panel.id())
                        .noneMatch(panel::overlaps));
    }
}
