package io.narrows.bench.stock;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class StockTableTest {
    @Test
    void next_ofTwoWarehouses_yieldsAscendingKeysWithASequenceNumberEach() {
        StockTable table = new StockTable(2, true, StockStrings.TPCC, 1);
        byte[] previous = {};
        BitSet sequences = new BitSet();
        int entries = 0;
        int misplaced = 0;
        while (table.next()) {
            int order = Arrays.compareUnsigned(previous, 0, previous.length, table.key(), 0, table.keyLength());
            misplaced += order < 0 ? 0 : 1;
            previous = Arrays.copyOf(table.key(), table.keyLength());
            sequences.set((int) table.sequence());
            entries++;
        }

        assertThat(entries).isEqualTo(2 * StockTable.ITEMS * StockTable.ENTRIES_OF_A_ROW);
        assertThat(misplaced).isZero();
        assertThat(sequences.cardinality()).isEqualTo(entries);
        assertThat(table.next()).isFalse();
    }

    @Test
    void next_withinATransaction_ascendsBySequence() {
        StockTable table = new StockTable(3, true, StockStrings.TPCC, 1);
        table.next();
        long first = table.sequence();
        for (int entry = 0; entry < 128 * StockTable.ENTRIES_OF_A_ROW; entry++) {
            assertThat(table.sequence()).isEqualTo(first + entry);
            table.next();
        }

        assertThat(table.sequence()).isEqualTo(first + 3 * 128 * StockTable.ENTRIES_OF_A_ROW);
    }

    @Test
    void next_values_areThoseOfTheSpecification() {
        StockTable table = new StockTable(1, true, StockStrings.TPCC, 1);
        int originals = 0;
        int rows = 20_000;
        for (int row = 0; row < rows; row++) {
            assertThat(nextValue(table)).isEqualTo("$");
            assertThat(nextValue(table)).hasSize(3).startsWith("E");
            assertThat(nextValue(table)).isEqualTo("E\u0080");
            assertThat(nextValue(table)).isEqualTo("H\0\0\0\0");
            assertThat(nextValue(table)).isEqualTo("H\0\0\0\0");
            String data = nextValue(table);
            assertThat(data).hasSizeBetween(1 + 26, 1 + 50).matches("S[a-zA-Z0-9]+");
            originals += data.contains("ORIGINAL") ? 1 : 0;
            for (int district = 1; district <= 10; district++) {
                assertThat(nextValue(table)).matches("S[a-zA-Z0-9]{24}");
            }
        }

        assertThat(originals).isBetween(rows / 11, rows / 9);
    }

    private static String nextValue(StockTable table) {
        assertThat(table.next()).isTrue();
        return new String(table.value(), 0, table.valueLength(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void next_notCompacted_hasTheSameEntriesWithTheTimeOfTheIntent() {
        StockTable loaded = new StockTable(1, false, StockStrings.YUGABYTE, 1);
        StockTable compacted = new StockTable(1, true, StockStrings.YUGABYTE, 1);
        for (int entry = 0; entry < 10_000; entry++) {
            loaded.next();
            compacted.next();

            Slice value = new Slice(compacted.value(), 0, compacted.valueLength());
            int timeLength = loaded.valueLength() - value.length();
            assertThat(timeLength).isBetween(11, 13);
            assertThat(loaded.value()[0]).isEqualTo((byte) '#');
            assertThat(new Slice(loaded.value(), timeLength, value.length())).isEqualTo(value);
            assertThat(new Slice(loaded.key(), 0, loaded.keyLength()))
                    .isEqualTo(new Slice(compacted.key(), 0, compacted.keyLength()));
        }
    }
}
