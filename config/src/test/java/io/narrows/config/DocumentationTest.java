package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Compares docs/configuration.md with the schema. With {@code -Ddocs.rewrite=true} it rewrites the document's
 * tables.
 */
class DocumentationTest {
    private static final Path FILE = Path.of("../docs/configuration.md");
    private static final Pattern TABLE =
            Pattern.compile("<!-- keys of ([a-z0-9-]+) -->\n(.*?)\n<!-- end -->", Pattern.DOTALL);

    private static final Pattern FORMER = Pattern.compile("<!-- former names -->\n(.*?)<!-- end -->", Pattern.DOTALL);

    private final SchemaModel schema = new SchemaModel();
    private final SchemaTable tables = new SchemaTable(schema);

    @Test
    void tables_areThoseOfTheSchema() throws IOException {
        String text = Files.readString(FILE);
        String expected = TABLE.matcher(text).replaceAll(match -> Matcher.quoteReplacement(table(match.group(1))));
        if (Boolean.getBoolean("docs.rewrite")) {
            Files.writeString(FILE, expected);
            text = expected;
        }

        assertThat(text).isEqualTo(expected);
    }

    @Test
    void formerNames_areThoseOfTheSchema() throws IOException {
        String text = Files.readString(FILE);
        String table = "<!-- former names -->\n" + tables.ofFormerNames() + "<!-- end -->";
        String expected = FORMER.matcher(text).replaceAll(Matcher.quoteReplacement(table));
        if (Boolean.getBoolean("docs.rewrite")) {
            Files.writeString(FILE, expected);
            text = expected;
        }

        assertThat(text).isEqualTo(expected).contains(table);
    }

    @Test
    void everySection_hasItsTable() throws IOException {
        List<String> sections = TABLE.matcher(Files.readString(FILE))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();

        assertThat(sections).containsExactlyElementsOf(schema.sections());
    }

    @Test
    void keysThatNeedARestart_areListed() throws IOException {
        Config one = Fixtures.parse(Fixtures.SMALLEST);
        Config other = Fixtures.parse("""
                version: 1
                node: {id: x, region: x, zone: x, host: x}
                link: {listen: 127.0.0.2:1, plaintext: true, max-links: 1, min-idle: 2, drain: 1s, transport: nio, threads: 1, tcp-mss: 536, context-memory: 1MiB, warm-up: 0s, place-check: strict, liveness: 3s}
                targets: {x: 127.0.0.1:2}
                peers: []
                peers-from: [{dns: "x:1", plaintext: true}]
                capture: [{connect: 127.0.0.1:3}]
                classify: [{class: bulk, starts-with: DUMP}]
                policy: []
                tariff: {preset: gcp}
                admin: {listen: 127.0.0.1:4}
                metrics: {per-peer: counters}
                store: {data-dir: store, target: x}
                grpc: {min-size: 1KiB}
                dry-run: true
                what-if: true
                auto: {objective: bytes}
                dictionaries: {path: dictionaries}
                """);

        ReloadPlan plan = ReloadPlan.between(one, other);

        assertThat(Files.readString(FILE))
                .contains("Live: `" + String.join("`, `", plan.live()) + "`, and certificates.")
                .contains("After a restart: `" + String.join("`, `", plan.restart()) + "`,");
    }

    private String table(String section) {
        return "<!-- keys of " + section + " -->\n" + tables.of(section) + "<!-- end -->";
    }
}
