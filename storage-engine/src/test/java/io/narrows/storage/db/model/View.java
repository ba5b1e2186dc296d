package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A readable state of a store: the present, or a snapshot. */
public interface View extends AutoCloseable {
    Optional<Slice> get(String family, Slice key) throws IOException;

    List<Optional<Slice>> multiGet(String family, List<Slice> keys) throws IOException;

    /**
     * @param lower the first key, inclusive; or null
     * @param upper the end, exclusive; or null
     */
    Cursor cursor(String family, Slice lower, Slice upper) throws IOException;

    /** Returns all rows of a family in order. */
    default List<Row> rows(String family) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (Cursor cursor = cursor(family, null, null)) {
            for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
                rows.add(cursor.row());
            }
        }
        return rows;
    }

    @Override
    void close() throws IOException;
}
