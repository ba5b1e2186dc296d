package io.narrows.storage.db.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Asserts that a database has the expected rows, and reports the first difference. */
final class SameRows {
    private SameRows() {}

    /** Reads by scans in both directions, by existing keys, and by missing keys. */
    static void assertReads(Store store, Map<String, List<Row>> expected) throws IOException {
        assertSame(store.rows(), expected);
        assertSame(store.rowsBackwards(), expected);
        for (Map.Entry<String, List<Row>> family : expected.entrySet()) {
            for (Row row : family.getValue()) {
                assertThat(store.get(family.getKey(), row.key()))
                        .as("%s of family %s", row.key(), family.getKey())
                        .contains(row.value());
                assertThat(store.get(family.getKey(), absent(row.key()))).isEmpty();
            }
        }
    }

    static void assertSame(Map<String, List<Row>> actual, Map<String, List<Row>> expected) {
        assertThat(actual.keySet()).isEqualTo(expected.keySet());
        expected.forEach((family, rows) -> assertSame(family, actual.get(family), rows));
    }

    private static void assertSame(String family, List<Row> actual, List<Row> expected) {
        for (int i = 0; i < Math.min(actual.size(), expected.size()); i++) {
            assertThat(actual.get(i)).as("row %d of family %s", i, family).isEqualTo(expected.get(i));
        }
        assertThat(actual.size()).as("rows of family %s", family).isEqualTo(expected.size());
    }

    /** Returns a key that no load puts, directly after another one. */
    private static Slice absent(Slice key) {
        byte[] bytes = new byte[key.length() + 1];
        System.arraycopy(key.array(), key.offset(), bytes, 0, key.length());
        return Slice.of(bytes);
    }
}
