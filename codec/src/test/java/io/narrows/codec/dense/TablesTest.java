package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TablesTest {
    private static final int WHOLE = 1 << Nibbles.WHOLE_LOG;

    private final Tables tables = new Tables(20);
    private final int other = tables.at(19);
    private final int table = tables.at(1);

    @Test
    void newTable_learnsFasterThanNibbles() {
        long[] nibbles = new long[Nibbles.TABLE];
        Nibbles.clear(nibbles, 0, nibbles.length);
        for (int i = 0; i < 8; i++) {
            tables.update(table, 3);
            Nibbles.update(nibbles, 0, 3);
        }

        assertThat(likelihood(tables.estimates(), table, 3)).isGreaterThan(2 * likelihood(nibbles, 0, 3));
    }

    @Test
    void update_24thTimeOn_movesByTheRateOfNibbles() {
        for (int i = 0; i < 24; i++) {
            tables.update(table, i & 7);
        }
        long[] nibbles = tables.estimates().clone();

        tables.update(table, 3);
        Nibbles.update(nibbles, table, 3);

        assertThat(tables.estimates()).isEqualTo(nibbles);
    }

    @Test
    void update_leavesOtherTablesAlone() {
        long[] before = values(other);
        tables.update(table, 3);

        assertThat(values(other)).isEqualTo(before);
    }

    @Test
    void at_manyTablesAdded_keepsEachTableAndItsRate() {
        for (int i = 0; i < 30; i++) {
            tables.update(table, 5);
        }
        long[] before = values(table);
        for (int i = 2; i < 19; i++) {
            tables.update(tables.at(i), 3);
        }

        assertThat(tables.at(1)).isEqualTo(table);
        assertThat(values(table)).isEqualTo(before);
        long[] nibbles = before.clone();
        tables.update(table, 3);
        Nibbles.update(nibbles, 0, 3);
        assertThat(values(table)).isEqualTo(nibbles);
    }

    @Test
    void memoryBytes_growsWithTheTablesInUse() {
        assertThat(tables.memoryBytes()).isLessThan(Tables.memoryBytes(20));
        for (int i = 0; i < 20; i++) {
            tables.at(i);
        }

        assertThat(tables.memoryBytes()).isEqualTo(Tables.memoryBytes(20));
    }

    @Test
    void clear_makesATableNewAgain() {
        for (int i = 0; i < 100; i++) {
            tables.update(table, 5);
        }
        tables.clear();
        int again = tables.at(1);
        tables.update(again, 3);

        Tables others = new Tables(2);
        int start = others.at(0);
        others.update(start, 3);
        assertThat(values(again)).isEqualTo(Arrays.copyOfRange(others.estimates(), start, start + Nibbles.TABLE));
    }

    /** Estimates stay sorted, or a decoder would not find some values, while the rate changes too. */
    @Test
    void randomValues_keepEachValuePossible() {
        Random random = new Random(4);
        for (int round = 0; round < 2_000; round++) {
            tables.clear();
            int start = tables.at(1);
            int value = random.nextInt(16);
            for (int i = random.nextInt(100); i >= 0; i--) {
                tables.update(start, random.nextInt(8) == 0 ? random.nextInt(16) : value);
            }
            for (int each = 0; each < 16; each++) {
                assertThat(likelihood(tables.estimates(), start, each)).isPositive();
            }
        }
    }

    private long[] values(int start) {
        return Arrays.copyOfRange(tables.estimates(), start, start + Nibbles.TABLE);
    }

    private static int likelihood(long[] estimates, int table, int value) {
        int to = value == 15 ? WHOLE : Nibbles.below(estimates, table, value + 1);
        return to - Nibbles.below(estimates, table, value);
    }
}
