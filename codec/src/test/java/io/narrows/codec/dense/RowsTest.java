package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RowsTest {
    private static final int COUNT = 200;
    private static final int WIDTH = 32;

    private final ArrayPool arrays = new ArrayPool(1 << 20);
    private final BitRows rows = new BitRows(COUNT, WIDTH, arrays);

    @Test
    void at_rowUsedForTheFirstTime_hasInitialValues() {
        for (int row = COUNT - 1; row >= 0; row--) {
            int start = rows.at(row);

            assertThat(values(start)).as("row %d", row).containsOnly(Probability.EVEN);
            fill(start, row);
        }
    }

    @Test
    void at_rowUsedBefore_hasItsValues_howeverManyRowsWereAddedSince() {
        int[] order = new Random(1).ints(1_000, 0, COUNT).distinct().toArray();
        for (int row : order) {
            fill(rows.at(row), row);
        }

        for (int row : order) {
            assertThat(values(rows.at(row))).as("row %d", row).containsOnly(row);
        }
    }

    @Test
    void clear_resetsAllRows() {
        for (int row = 0; row < COUNT; row++) {
            fill(rows.at(row), 7);
        }

        rows.clear();

        for (int row = 0; row < COUNT; row++) {
            assertThat(values(rows.at(row))).containsOnly(Probability.EVEN);
        }
    }

    @Test
    void save_rowsInUseWithInitialValues_orAddedInAnotherOrder_doNotShow() {
        BitRows others = new BitRows(COUNT, WIDTH, arrays);
        for (int row : new int[] {3, 4, 70, COUNT - 1}) {
            fill(rows.at(row), row);
        }
        others.at(69);
        for (int row : new int[] {COUNT - 1, 70, 4, 3}) {
            int start = others.at(row);
            Arrays.fill(others.models(), start, start + WIDTH, row);
        }
        others.at(5);

        assertThat(saved(others)).isEqualTo(saved(rows)).hasSize(COUNT / Byte.SIZE + 4 * Integer.BYTES * WIDTH);
    }

    @Test
    void load_usesTheSavedRowsOnly() {
        BitRows others = new BitRows(COUNT, WIDTH, arrays);
        for (int row = 0; row < COUNT; row++) {
            int start = others.at(row);
            if (row % 40 == 7) {
                Arrays.fill(others.models(), start, start + WIDTH, row);
            }
        }

        rows.load(new StateReader(saved(others)));

        assertThat(rows.memoryBytes()).isEqualTo(Character.BYTES * COUNT + 8L * Integer.BYTES * WIDTH);
        for (int row = 0; row < COUNT; row++) {
            assertThat(values(rows.at(row))).as("row %d", row).containsOnly(row % 40 == 7 ? row : Probability.EVEN);
        }
    }

    private static byte[] saved(Rows rows) {
        StateWriter state = new StateWriter();
        rows.save(state);
        return state.toBytes();
    }

    @Test
    void memoryBytes_growsWithTheRowsInUse() {
        long none = rows.memoryBytes();
        rows.at(3);
        long one = rows.memoryBytes();
        rows.at(3);

        assertThat(rows.memoryBytes()).isEqualTo(one);
        IntStream.range(0, COUNT).forEach(rows::at);

        assertThat(none).isEqualTo(Character.BYTES * COUNT);
        assertThat(one).isLessThan(none + 10 * 4 * WIDTH);
        assertThat(rows.memoryBytes()).isEqualTo(BitRows.memoryBytes(COUNT, WIDTH));
    }

    @Test
    void giveBack_recyclesTheArray() {
        IntStream.range(0, COUNT).forEach(rows::at);

        rows.giveBack();

        assertThat(arrays.idleBytes()).isGreaterThanOrEqualTo(4 * COUNT * WIDTH);
    }

    @Test
    void at_nibbles_haveInitialValues() {
        NibbleRows nibbles = new NibbleRows(COUNT, arrays);
        for (int start : new int[] {nibbles.upper(5), nibbles.lower(5, 0), nibbles.lower(5, 15), nibbles.upper(6)}) {
            assertThat(IntStream.rangeClosed(0, 15).map(value -> Nibbles.below(nibbles.tables(), start, value)))
                    .containsExactly(IntStream.rangeClosed(0, 15)
                            .map(value -> value << 11)
                            .boxed()
                            .toArray(Integer[]::new));
        }
    }

    @Test
    void nibbles_eachTableOfEachContext_hasItsOwnPlace() {
        NibbleRows nibbles = new NibbleRows(COUNT, arrays);
        Set<Integer> starts = new HashSet<>();
        for (int context = 0; context < COUNT; context++) {
            assertThat(starts.add(nibbles.upper(context))).isTrue();
            for (int upper = 0; upper < 16; upper++) {
                assertThat(starts.add(nibbles.lower(context, upper))).isTrue();
            }
        }

        assertThat(nibbles.memoryBytes()).isEqualTo(NibbleRows.memoryBytes(COUNT));
        assertThat(nibbles.upper(0)).isZero();
        assertThat(nibbles.lower(COUNT - 1, 15)).isEqualTo((17 * COUNT - 1) * Nibbles.TABLE);
    }

    private int[] values(int start) {
        return IntStream.range(start, start + WIDTH).map(i -> rows.models()[i]).toArray();
    }

    private void fill(int start, int value) {
        for (int i = start; i < start + WIDTH; i++) {
            rows.models()[i] = value;
        }
    }
}
