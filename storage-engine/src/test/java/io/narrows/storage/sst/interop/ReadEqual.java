package io.narrows.storage.sst.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Entry;
import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableIterator;
import io.narrows.storage.sst.TableReader;
import io.narrows.storage.sst.rows.Row;
import io.narrows.storage.sst.rows.Rows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Asserts that our reader returns the written rows, by every way of reading. */
final class ReadEqual {
    private ReadEqual() {}

    static void assertReadsEqual(TableReader reader, List<Row> rows) throws IOException {
        reader.verify();
        assertThat(reader.properties().entries()).isEqualTo(rows.size());
        assertThat(forwards(reader)).isEqualTo(rows);
        assertThat(backwards(reader)).isEqualTo(rows);
        for (int i = 0; i < rows.size(); i++) {
            assertFound(reader, rows.get(i));
            assertThat(reader.get(Rows.absent(i))).isEmpty();
            assertSeeks(reader, rows, i);
        }
    }

    private static void assertFound(TableReader reader, Row row) throws IOException {
        assertThat(reader.get(row.key()))
                .hasValueSatisfying(entry -> assertThat(entry.value()).isEqualTo(row.value()))
                .map(Entry::type)
                .contains(EntryType.PUT);
    }

    private static void assertSeeks(TableReader reader, List<Row> rows, int i) throws IOException {
        TableIterator iterator = reader.iterator();

        iterator.seek(rows.get(i).key());
        assertThat(row(iterator)).isEqualTo(rows.get(i));
        iterator.seekForPrev(rows.get(i).key());
        assertThat(row(iterator)).isEqualTo(rows.get(i));

        iterator.seek(Rows.absent(i));
        assertThat(iterator.isValid()).isEqualTo(i + 1 < rows.size());
        if (iterator.isValid()) {
            assertThat(row(iterator)).isEqualTo(rows.get(i + 1));
        }
        iterator.seekForPrev(Rows.absent(i));
        assertThat(row(iterator)).isEqualTo(rows.get(i));
    }

    private static List<Row> forwards(TableReader reader) throws IOException {
        List<Row> found = new ArrayList<>();
        TableIterator iterator = reader.iterator();
        for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
            found.add(row(iterator));
        }
        return found;
    }

    private static List<Row> backwards(TableReader reader) throws IOException {
        List<Row> found = new ArrayList<>();
        TableIterator iterator = reader.iterator();
        for (iterator.seekToLast(); iterator.isValid(); iterator.prev()) {
            found.add(row(iterator));
        }
        Collections.reverse(found);
        return found;
    }

    private static Row row(TableIterator iterator) {
        Slice key = iterator.userKey();
        return Row.of(key.toByteArray(), iterator.value().toByteArray());
    }
}
