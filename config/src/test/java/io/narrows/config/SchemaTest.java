package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.narrows.codec.Codec;
import io.narrows.codec.Levels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the schema on the corpus: the mistakes that it detects alone, and those that only the loader can detect. */
class SchemaTest {
    private final SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final Schema schema = registry.getSchema(ConfigSchema.text(), InputFormat.JSON);

    static List<Path> good() {
        return Corpus.good();
    }

    static List<Path> structural() {
        return seenBy("schema and loader");
    }

    static List<Path> crossReferences() {
        return seenBy("loader");
    }

    @ParameterizedTest
    @MethodSource
    void good(Path file) {
        assertThat(errors(Corpus.text(file))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource
    void structural(Path file) {
        assertThat(errors(Corpus.text(file))).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource
    void crossReferences(Path file) {
        assertThat(errors(Corpus.text(file))).isEmpty();
    }

    @Test
    void shippedExamples() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("examples"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".yaml"))
                            .filter(file -> !file.endsWith("cluster.yaml"))) // for narrows generate
                    .hasSizeGreaterThan(10)
                    .allSatisfy(file -> assertThat(errors(Corpus.text(file))).isEmpty());
        }
    }

    static Stream<String> rulesOfCodecs() {
        return Arrays.stream(Codec.values()).flatMap(codec -> {
            Levels levels = Levels.of(codec);
            Stream<String> edges = IntStream.of(levels.min() - 1, levels.min(), 0, levels.max(), levels.max() + 1)
                    .distinct()
                    .mapToObj(level -> ", level: " + level);
            return Stream.concat(
                            Stream.of(
                                    "",
                                    ", window: 64KiB",
                                    ", shared-history: true",
                                    ", primed: plain",
                                    ", dictionary: none",
                                    ", unpack: [lz4]"),
                            edges)
                    .map(more -> "codec: " + codec.label() + more);
        });
    }

    static Stream<String> codecsOfLevels() {
        return Arrays.stream(Codec.values()).map(Codec::label).flatMap(label -> Stream.of(label, label + ":1"));
    }

    @ParameterizedTest
    @MethodSource
    void rulesOfCodecs(String rule) {
        assertAgreement("policy: [{" + rule + "}]");
    }

    @ParameterizedTest
    @MethodSource
    void codecsOfLevels(String codec) {
        assertAgreement("store: {data-dir: store, members: [db-1], compression: \"" + codec + "\"}");
    }

    @Test
    void everyBadFile_saysWhichComponentDetectsIt() {
        assertThat(Corpus.bad())
                .allSatisfy(file -> assertThat(Corpus.seenBy(file)).isIn("schema and loader", "loader", "parser"));
    }

    /** Asserts that schema and loader both accept a section, or both reject it. */
    private void assertAgreement(String section) {
        String yaml = Fixtures.SMALLEST + section;
        assertThat(errors(yaml).isEmpty()).as(section).isEqualTo(loads(yaml));
    }

    private static boolean loads(String yaml) {
        try {
            ConfigLoader.parse("narrows.yaml", yaml, Path.of(""));
            return true;
        } catch (ConfigException e) {
            return false;
        }
    }

    private List<Error> errors(String yaml) {
        return schema.validate(yaml, InputFormat.YAML);
    }

    private static List<Path> seenBy(String who) {
        return Corpus.bad().stream()
                .filter(file -> Corpus.seenBy(file).equals(who))
                .toList();
    }
}
