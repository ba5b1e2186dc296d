package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NibblesTest {
    private static final int WHOLE = 1 << Nibbles.WHOLE_LOG;

    private final long[] tables = new long[3 * Nibbles.TABLE];

    NibblesTest() {
        Nibbles.clear(tables, 0, tables.length);
    }

    @Test
    void clear_makesAllValuesAlikeLikely() {
        for (int table = 0; table < tables.length; table += 4) {
            for (int value = 0; value < 16; value++) {
                assertThat(Nibbles.below(tables, table, value)).isEqualTo(value * WHOLE / 16);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 14, 15})
    void valueThatComesAlways_isNearlySure_andTheOthersStayPossible(int always) {
        for (int i = 0; i < 10_000; i++) {
            Nibbles.update(tables, 4, always);
        }

        assertThat(likelihood(4, always)).isGreaterThan(WHOLE * 9 / 10);
        assertEachIsPossibleAndFound();
    }

    @Test
    void randomRuns_keepEveryValuePossible() {
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            int value = random.nextInt(16);
            for (int run = random.nextInt(200); run >= 0; run--) {
                Nibbles.update(tables, 4, value);
            }
            assertEachIsPossibleAndFound();
        }
    }

    @Test
    void update_leavesOtherTablesAlone() {
        long[] before = tables.clone();

        Nibbles.update(tables, 2 * Nibbles.TABLE, 3);

        for (int i = 0; i < 2 * Nibbles.TABLE; i++) {
            assertThat(tables[i]).isEqualTo(before[i]);
        }
    }

    private void assertEachIsPossibleAndFound() {
        for (int value = 0; value < 16; value++) {
            int from = Nibbles.below(tables, 4, value);
            int likelihood = likelihood(4, value);
            assertThat(likelihood).isPositive();
            assertThat(Nibbles.find(tables, 4, from)).isEqualTo(value);
            for (long part : new long[] {512, 1L << 41}) {
                assertThat(Nibbles.find(tables, 4, part, from * part)).isEqualTo(value);
                assertThat(Nibbles.find(tables, 4, part, (from + likelihood) * part - 1))
                        .isEqualTo(value);
            }
        }
    }

    private int likelihood(int table, int value) {
        int to = value == 15 ? WHOLE : Nibbles.below(tables, table, value + 1);
        return to - Nibbles.below(tables, table, value);
    }
}
