package io.narrows.tests.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that each alert and its runbook have the information that an on-call engineer needs. */
final class RunbooksTest {
    private static final Path REPOSITORY = Path.of("..");
    private static final Path FOLDER = REPOSITORY.resolve("docs/runbooks");
    private static final Pattern METRIC = Pattern.compile("(?:[a-z_]+:)?narrows_[a-z0-9_]+(?::[a-z0-9_]+)?");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#]+)(?:#[^)]*)?\\)");

    static List<Map<String, Object>> alerts() throws IOException {
        List<Map<String, Object>> rules = new ArrayList<>();
        for (RuleSet set : RuleSet.values()) {
            rules.addAll(set.alerts().rules());
        }
        return rules;
    }

    static List<Path> runbooks() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void alertSaysWhatItIsHowBadAndWhereToLook(Map<String, Object> alert) {
        String name = (String) alert.get("alert");

        assertThat(Dashboard.object(alert, "annotations"))
                .containsOnlyKeys("summary", "description", "runbook_url")
                .containsEntry("runbook_url", "docs/runbooks/" + name + ".md");
        assertThat(Dashboard.object(alert, "labels").get("severity")).isIn("warning", "critical");
    }

    @Test
    void everyAlertHasARunbookAndEveryRunbookAnAlert() throws IOException {
        Set<String> expected =
                alerts().stream().map(alert -> alert.get("alert") + ".md").collect(Collectors.toSet());

        assertThat(runbooks())
                .extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @MethodSource("runbooks")
    void runbookSaysWhatIsSeenHowToFindTheCauseAndWhatToDo(Path runbook) throws IOException {
        String name = runbook.getFileName().toString().replace(".md", "");

        assertThat(Files.readString(runbook))
                .startsWith("# " + name + "\n")
                .contains("\n**What the database sees**", "\n## Find the cause\n", "\n## What to do\n");
    }

    @ParameterizedTest
    @MethodSource("runbooks")
    void runbookNamesMetricsThatThereAre(Path runbook) throws IOException {
        String known = Files.readString(REPOSITORY.resolve("docs/metrics.md"))
                + Files.readString(RuleSet.SIDECARS.recordings().path())
                + Files.readString(RuleSet.STORES.recordings().path());
        Set<String> named = METRIC.matcher(Files.readString(runbook))
                .results()
                .map(MatchResult::group)
                .map(metric -> metric.replaceAll("_(bucket|sum|count)$", ""))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(named)
                .isNotEmpty()
                .allMatch(metric ->
                        Pattern.compile("\\b" + metric + "\\b").matcher(known).find());
    }

    @ParameterizedTest
    @MethodSource("runbooks")
    void runbookLinksToFilesThatThereAre(Path runbook) throws IOException {
        assertThat(LINK.matcher(Files.readString(runbook)).results())
                .extracting(link -> FOLDER.resolve(link.group(1)))
                .allSatisfy(file -> assertThat(file).exists());
    }
}
