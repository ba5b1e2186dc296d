package io.narrows.storage.sst.rows;

import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableIterator;
import io.narrows.storage.sst.TableReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The complete content of a file, in file order. */
public record Contents(List<VersionedRow> rows, List<RangeTombstone> deleted) {
    public static Contents of(TableReader reader) throws IOException {
        List<VersionedRow> rows = new ArrayList<>();
        TableIterator iterator = reader.iterator();
        for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
            rows.add(row(iterator));
        }
        return new Contents(rows, reader.rangeTombstones());
    }

    /** Returns a copy of the iterator's current row. */
    public static VersionedRow row(TableIterator iterator) {
        return new VersionedRow(
                Slice.of(iterator.userKey().toByteArray()),
                iterator.sequence(),
                iterator.type(),
                Slice.of(iterator.value().toByteArray()));
    }
}
