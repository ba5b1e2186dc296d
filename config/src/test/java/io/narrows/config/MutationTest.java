package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.narrows.testkit.Seed;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Loads valid files with parts deleted, duplicated or swapped; {@code -Drounds} makes it longer. */
class MutationTest {
    private static final int ROUNDS = Integer.getInteger("rounds", 3000);
    private static final Path FOLDER = Path.of("src/test/resources/corpus/good");
    private static final String STRANGE = "{}[]:,&*!|>'\"%@`#-?\t\n \u0000\u0085\uFEFF\uD83D";

    private final long seed = Seed.of(MutationTest.class);
    private final Random random = new Random(seed);
    private final Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ConfigSchema.text(), InputFormat.JSON);

    @Test
    void mutatedFile_isRefusedWithProblems_orLoadsAndTheSchemaAcceptsItToo() {
        List<Path> files = Corpus.good();
        int loaded = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String text = mutated(Corpus.text(files.get(random.nextInt(files.size()))));
            if (load(text).isPresent()) {
                loaded++;
                assertThat(schema.validate(text, InputFormat.YAML))
                        .as("seed %d, text:%n%s", seed, text)
                        .isEmpty();
            }
        }

        assertThat(loaded).as("mutations that are harmless").isBetween(ROUNDS / 100, ROUNDS / 2);
    }

    private Optional<Config> load(String text) {
        try {
            return Optional.of(ConfigLoader.parse("x.yaml", text, FOLDER));
        } catch (ConfigException refused) {
            assertThat(refused.problems()).isNotEmpty();
            return Optional.empty();
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + ", text:\n" + text, e);
        }
    }

    private String mutated(String text) {
        String mutated = text;
        for (int i = random.nextInt(3); i >= 0; i--) {
            mutated = once(mutated);
        }
        return mutated;
    }

    private String once(String text) {
        int from = random.nextInt(text.length() + 1);
        int to = from + random.nextInt(Math.min(20, text.length() - from + 1));
        String part = text.substring(from, to);
        String replacement = switch (random.nextInt(4)) {
            case 0 -> "";
            case 1 -> part + part;
            case 2 -> new StringBuilder(part).reverse().toString();
            default -> String.valueOf(STRANGE.charAt(random.nextInt(STRANGE.length())));
        };
        return text.substring(0, from) + replacement + text.substring(to);
    }
}
