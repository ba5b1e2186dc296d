package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks docs/guide/policy-cookbook.md: every recipe loads, and makes the choices listed in the table below
 * it.
 */
class PolicyCookbookTest {
    private static final Path COOKBOOK = Path.of("..", "docs", "guide", "policy-cookbook.md");
    private static final Pattern RECIPE = Pattern.compile(
            "^<!-- recipe -->\n```yaml\n(.*?)^```\n\n((?:\\|[^\n]*\n)+)", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern ROW = Pattern.compile("\\| `(.+?)` \\| `(.+?)` \\| (.+?) \\| `(.+?)` \\|");

    /** The node and the peers of the cookbook's first table. */
    private static final String NODES = """
            version: 1
            node: {id: db-1, region: us-east-1, zone: use1-az1, host: host-1}
            link: {listen: 127.0.0.1:15000}
            targets: {raft: 127.0.0.1:2380}
            peers:
              - {id: neighbour, region: us-east-1, zone: use1-az1, host: host-1, link: 127.0.0.1:15001}
              - {id: db-2, region: us-east-1, zone: use1-az1, host: host-2, link: 127.0.0.1:15002}
              - {id: db-3, region: us-east-1, zone: use1-az2, host: host-3, link: 127.0.0.1:15003}
              - {id: db-4, region: eu-west-1, zone: euw1-az1, host: host-4, link: 127.0.0.1:15004}
              - {id: db-5, region: ap-southeast-2, zone: apse2-az1, host: host-5, link: 127.0.0.1:15005}
            """;

    /** A line of a table, and the recipe above it. */
    record Expectation(String recipe, String peer, String trafficClass, String rule, String compression) {
        @Override
        public String toString() {
            return recipe.lines().skip(1).findFirst().orElse("").strip() + " → " + peer + ", " + trafficClass;
        }
    }

    static Stream<Expectation> expectations() throws IOException {
        List<Expectation> all = new ArrayList<>();
        Matcher recipe = RECIPE.matcher(Files.readString(COOKBOOK));
        while (recipe.find()) {
            ROW.matcher(recipe.group(2))
                    .results()
                    .map(row ->
                            new Expectation(recipe.group(1), row.group(1), row.group(2), row.group(3), row.group(4)))
                    .forEach(all::add);
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("expectations")
    void recipe_choosesWhatItsTableSays(Expectation expected) throws ConfigException {
        Config config = ConfigLoader.parse("recipe", NODES + expected.recipe(), Path.of("."));
        Peer peer = config.peer(new PeerId(expected.peer())).orElseThrow();
        TrafficClass trafficClass = config.trafficClasses().stream()
                .filter(known -> known.name().equals(expected.trafficClass()))
                .findFirst()
                .orElseThrow();

        Choice choice =
                config.policy().explain(config.trafficTo(peer, trafficClass)).choice();

        assertThat(choice.rule().map(rule -> "" + rule.number()).orElse("no rule"))
                .isEqualTo(expected.rule());
        assertThat(choice.compression()).hasToString(expected.compression());
    }

    @Test
    void everyBlockOfYaml_isARecipeWithATable() throws IOException {
        String text = Files.readString(COOKBOOK);
        long blocks = text.lines().filter("```yaml"::equals).count();

        assertThat(RECIPE.matcher(text)
                        .results()
                        .filter(recipe -> ROW.matcher(recipe.group(2)).find()))
                .hasSize((int) blocks)
                .hasSizeGreaterThan(5);
    }
}
