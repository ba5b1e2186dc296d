package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests references to environment variables in files. */
class VariablesTest {
    @Test
    void unquotedValue_hasTheTypeOfItsText() throws ConfigException {
        Config config = parse("""
                plaintext: ${PLAINTEXT}
                  max-links: ${LINKS}
                  drain: ${DRAIN}
                """, Map.of("PLAINTEXT", "true", "LINKS", "123", "DRAIN", "7s"));

        assertThat(config.link().plaintext()).isTrue();
        assertThat(config.link().maxLinks()).isEqualTo(123);
        assertThat(Durations.format(config.link().drain())).isEqualTo("7s");
    }

    @Test
    void quotedValue_isText() {
        assertThatThrownBy(() -> parse("max-links: '${LINKS}'", Map.of("LINKS", "123")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("narrows.yaml:5:14: max-links is the text \"123\","
                        + " expected a whole number from 1 to 1000000");
    }

    @Test
    void value_cannotAddKeysOrItems() {
        assertThatThrownBy(() -> parse("transport: ${X}", Map.of("X", "nio\n  max-links: 5")))
                .hasMessageStartingWith("narrows.yaml:5:14: unknown transport \"nio   max-links: 5\"");
    }

    @ParameterizedTest
    @CsvSource({
        "x, x, x",
        "${A}, 1, 1",
        "a${A}b${A}, -, a-b-",
        "${A:-d}, 1, 1",
        "${A:-d}, '', d",
        "${B:-d:-e}, 1, d:-e",
        "${B:-}x, 1, x",
        "$${A}, 1, ${A}",
        "$$${A}, 1, $${A}",
        "$A $ {A}, 1, $A $ {A}",
        "$${${A}}, 1, ${1}"
    })
    void text_isReplaced(String text, String value, String expected) throws ConfigException {
        String yaml = Fixtures.SMALLEST + "classify: [{class: bulk, starts-with: '" + text + "'}]";

        Config config =
                ConfigLoader.parse("narrows.yaml", yaml, Path.of(""), Map.of("A", value), NodeChoice.OF_THE_FILE);

        assertThat(config.patterns())
                .isEqualTo(Fixtures.parse(Fixtures.SMALLEST + "classify: [{class: bulk, starts-with: '"
                                + expected.replace("${", "$${") + "'}]")
                        .patterns());
    }

    @Test
    void unsetVariable_isReportedAtItsValue_andOtherMistakesToo() {
        assertThatThrownBy(() -> parse("max-links: ${LINKS}\n  drain: never", Map.of("LINK", "1")))
                .hasMessageContaining("narrows.yaml:5:14: environment variable LINKS is not set,"
                        + " expected a value for it, or a default as in ${LINKS:-default}\n")
                .hasMessageContaining("narrows.yaml:6:10: ");
    }

    @Test
    void file_isLoadedAgainWithTheSameEnvironment(@TempDir Path directory) throws IOException, ConfigException {
        Path file = directory.resolve("narrows.yaml");
        ConfigSource source = new ConfigSource(file, Map.of("ID", "db-7"));

        Files.writeString(file, Fixtures.SMALLEST.replace("id: db-1", "id: '${ID}'"));
        assertThat(source.load().node().id().value()).isEqualTo("db-7");

        Files.writeString(file, Fixtures.SMALLEST.replace("id: db-1", "id: 'x${ID}'"));
        assertThat(source.load().node().id().value()).isEqualTo("xdb-7");
        assertThat(source).asString().contains("ID").doesNotContain("db-7");
    }

    private static Config parse(String link, Map<String, String> environment) throws ConfigException {
        String yaml = """
                version: 1
                node: {id: db-1, region: r, zone: a, host: h1}
                link:
                  listen: 127.0.0.1:15000
                  %s
                targets: {raft: 127.0.0.1:2380}
                peers: []
                """.formatted(link);
        return ConfigLoader.parse("narrows.yaml", yaml, Path.of(""), environment, NodeChoice.OF_THE_FILE);
    }
}
