package io.narrows.storage.memtable;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** An entry with copies of its key and value; equal by content, ordered like internal keys. */
record Row(Slice key, long trailer, Slice value) {
    static final Comparator<Row> ORDER =
            Comparator.comparing(Row::key).thenComparing((a, b) -> Long.compareUnsigned(b.trailer, a.trailer));

    static Row of(long sequence, EntryType type, Slice key, Slice value) {
        return new Row(key, InternalKey.trailer(sequence, type), value);
    }

    /** Returns the iterator's current row; null if it is invalid. */
    static Row at(InternalIterator iterator) {
        return iterator.isValid()
                ? new Row(
                        Slice.of(iterator.userKey().toByteArray()),
                        iterator.trailer(),
                        Slice.of(iterator.value().toByteArray()))
                : null;
    }

    static List<Row> all(InternalIterator iterator) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
            rows.add(at(iterator));
        }
        return rows;
    }

    long sequence() {
        return InternalKey.sequence(trailer);
    }

    EntryType type() {
        return InternalKey.type(trailer);
    }
}
