package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TablesTest {
    private static final int WHOLE = 1 << Nibbles.WHOLE_LOG;

    private final Tables tables = new Tables(2);

    @Test
    void newTable_learnsFasterThanNibbles() {
        long[] nibbles = new long[Nibbles.TABLE];
        Nibbles.clear(nibbles, 0, nibbles.length);
        for (int i = 0; i < 8; i++) {
            tables.update(1, 3);
            Nibbles.update(nibbles, 0, 3);
        }

        assertThat(likelihood(tables.estimates, Nibbles.TABLE, 3)).isGreaterThan(2 * likelihood(nibbles, 0, 3));
    }

    @Test
    void update_24thTimeOn_movesByTheRateOfNibbles() {
        for (int i = 0; i < 24; i++) {
            tables.update(1, i & 7);
        }
        long[] nibbles = tables.estimates.clone();

        tables.update(1, 3);
        Nibbles.update(nibbles, Nibbles.TABLE, 3);

        assertThat(tables.estimates).isEqualTo(nibbles);
    }

    @Test
    void update_leavesOtherTablesAlone() {
        long[] before = tables.estimates.clone();
        tables.update(1, 3);

        assertThat(tables.estimates).startsWith(Arrays.copyOf(before, Nibbles.TABLE));
    }

    @Test
    void clear_makesATableNewAgain() {
        for (int i = 0; i < 100; i++) {
            tables.update(0, 5);
        }
        tables.clear();
        tables.update(0, 3);

        Tables others = new Tables(2);
        others.update(0, 3);
        assertThat(tables.estimates).isEqualTo(others.estimates);
    }

    /** Estimates stay sorted, or a decoder would not find some values, while the rate changes too. */
    @Test
    void randomValues_keepEachValuePossible() {
        Random random = new Random(4);
        for (int round = 0; round < 2_000; round++) {
            tables.clear();
            int value = random.nextInt(16);
            for (int i = random.nextInt(100); i >= 0; i--) {
                tables.update(1, random.nextInt(8) == 0 ? random.nextInt(16) : value);
            }
            for (int other = 0; other < 16; other++) {
                assertThat(likelihood(tables.estimates, Nibbles.TABLE, other)).isPositive();
            }
        }
    }

    private static int likelihood(long[] estimates, int table, int value) {
        int to = value == 15 ? WHOLE : Nibbles.below(estimates, table, value + 1);
        return to - Nibbles.below(estimates, table, value);
    }
}
