package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigJsonTest {
    static List<Path> good() {
        return Corpus.good();
    }

    @ParameterizedTest
    @MethodSource("good")
    void rendering_loadsAsTheSameConfiguration(Path file) throws ConfigException {
        Config config = Corpus.load(file);

        Config again = ConfigLoader.parse("rendered", ConfigJson.render(config), Path.of("/"));

        assertThat(again)
                .usingRecursiveComparison()
                .ignoringFields("policy.rules.place", "policy.rules.number")
                .isEqualTo(config);
    }

    @Test
    void rendering_hasDefaultsAndResolvedPathsButNoKeys() throws ConfigException {
        Config config = Corpus.load(Path.of("src/test/resources/corpus/good/every-section.yaml"));

        String json = ConfigJson.render(config);

        assertThat(json)
                .contains("\"drain\": \"30s\"", "\"transport\": \"auto\"", "\"context-memory\": \"256MiB\"")
                .contains("\"key\": \"" + config.link().tls().orElseThrow().key() + "\"")
                .doesNotContain("No certificate");
    }

    @Test
    void rule_isRenderedWithItsConditionsFirst() {
        Config config = Fixtures.parse(
                Fixtures.SMALLEST + "policy: [{codec: zstd, regions: [us-east-1, eu-west-1], linger: 1500us}]");

        assertThat(ConfigJson.render(config)).contains("""
                    {
                      "regions": [
                        "us-east-1",
                        "eu-west-1"
                      ],
                      "codec": "zstd",
                      "level": 1,
                      "window": "1MiB",
                      "linger": "1500us",
                      "min-size": "0B",
                      "dictionary": "none",
                      "unpack": []
                    }
                """);
    }

    @Test
    void ruleWithAuto_isRenderedWithoutTheCodecThatItBeginsWith() {
        String policy = "policy: [{codec: auto, shared-history: true}]\n";

        assertThat(ConfigJson.render(Fixtures.parse(Fixtures.SMALLEST + policy)))
                .contains("""
                    {
                      "codec": "auto",
                      "linger": "0us",
                      "min-size": "0B",
                      "shared-history": true,
                      "primed": "none",
                      "dictionary": "none",
                      "unpack": []
                    }
                """, """
                  "auto": {
                    "candidates": [
                      "zstd:1",
                      "lz4",
                      "gzip:6",
                      "zstd:3",
                      "zstd:9",
                      "dense:2",
                      "none"
                    ],
                    "objective": "dollars",
                    "cpu-budget": 0.5,
                    "hysteresis": 0.02
                  }
                """);
        assertThat(ConfigJson.render(
                        Fixtures.parse(Fixtures.SMALLEST + "policy: [{codec: auto}]\nauto: {candidates: [lz4]}")))
                .doesNotContain("shared-history");
    }

    @Test
    void formatsToUnpack_areRenderedInOneOrder_andNotForNone() {
        String policy = "policy: [{class: bulk, codec: none}, {codec: zstd, unpack: [zstd, lz4]}]";

        assertThat(ConfigJson.render(Fixtures.parse(Fixtures.SMALLEST + policy)))
                .contains("""
                      "class": "bulk",
                      "codec": "none",
                      "linger": "0us",
                      "min-size": "0B"
                    },
                """, """
                      "min-size": "0B",
                      "dictionary": "none",
                      "unpack": [
                        "lz4",
                        "zstd"
                      ]
                    }
                """);
    }

    @Test
    void auto_isRenderedIfItIsUsedOrDiffers() {
        assertThat(ConfigJson.render(Fixtures.parse(Fixtures.SMALLEST + "auto: {hysteresis: 0.02}")))
                .doesNotContain("\"auto\": {");
        assertThat(ConfigJson.render(Fixtures.parse(Fixtures.SMALLEST + "auto: {hysteresis: 0.1}")))
                .contains("\"hysteresis\": 0.1");
    }

    @Test
    void warmUpLeftOut_isNotRendered_soThatItStillFollowsTheRest() {
        Config config = Fixtures.parse(Fixtures.SMALLEST);

        Config again = Fixtures.parse(ConfigJson.render(config));

        assertThat(again.link().warmUp()).isEmpty();
    }

    @Test
    void textIsEscaped_soThatYamlReadsIt() {
        assertThat(ConfigJson.json("a\"b\\c\n\u007f\u00e9")).isEqualTo("\"a\\\"b\\\\c\\n\\u007F\u00e9\"\n");
    }

    @Test
    void textThatLooksLikeAReference_isEscaped_soThatItIsReadAsItIs() {
        String bytes = "$${X} $$${Y} $$$$${";
        Config config = Fixtures.parse(Fixtures.SMALLEST + "classify: [{class: bulk, starts-with: '" + bytes + "'}]");

        Config again = Fixtures.parse(ConfigJson.render(config));

        assertThat(again.patterns()).isEqualTo(config.patterns());
        assertThat(ConfigJson.json("$${a}")).isEqualTo("\"$$${a}\"\n");
    }

    @Test
    void mapsAndLists_areIndented() {
        assertThat(ConfigJson.json(List.of(Map.of("a", List.of()), Map.of(), 1, true, 0.5)))
                .isEqualTo("[\n  {\n    \"a\": []\n  },\n  {},\n  1,\n  true,\n  0.5\n]\n");
    }
}
