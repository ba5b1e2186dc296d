package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.io.IOException;

/** Iterates over the rows of a family, within bounds. It is invalid at first and beyond either end. */
public interface Cursor extends AutoCloseable {
    /** @throws IOException if an earlier move failed */
    boolean isValid() throws IOException;

    void seekToFirst() throws IOException;

    void seekToLast() throws IOException;

    /** Moves to the first row at or after the key. */
    void seek(Slice key) throws IOException;

    /** Moves to the last row at or before the key. */
    void seekForPrev(Slice key) throws IOException;

    void next() throws IOException;

    void prev() throws IOException;

    /** Returns a copy of the current row. */
    Row row();

    @Override
    void close();
}
