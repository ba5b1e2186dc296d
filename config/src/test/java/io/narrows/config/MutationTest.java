package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Files with something cut out, doubled or exchanged: each either loads or is refused with problems that have places. */
class MutationTest {
    private static final int ROUNDS = 4000;
    private static final String STRANGE = "{}[]:,&*!|>'\"%@`#-?\t\n \u0000\u0085\uFEFF\uD83D";

    @Test
    void mutatedFiles_neverFailInAnotherWay() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("MutationTest -Dseed=" + seed);
        Random random = new Random(seed);
        List<Path> files = Corpus.good();
        for (int round = 0; round < ROUNDS; round++) {
            String text = Corpus.text(files.get(random.nextInt(files.size())));
            for (int i = random.nextInt(4); i >= 0; i--) {
                text = mutated(text, random);
            }
            load(text, seed);
        }
    }

    private static void load(String text, long seed) {
        try {
            assertThat(ConfigLoader.parse("x.yaml", text, Path.of(""))).isNotNull();
        } catch (ConfigException refused) {
            assertThat(refused.problems()).isNotEmpty();
        } catch (RuntimeException e) {
            fail("seed " + seed + ", text:\n" + text, e);
        }
    }

    private static String mutated(String text, Random random) {
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
