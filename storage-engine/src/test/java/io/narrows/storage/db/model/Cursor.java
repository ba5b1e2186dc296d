package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.io.IOException;

/** Walks the rows of a family, within bounds. It stands nowhere at first and behind either end. */
public interface Cursor extends AutoCloseable {
    /** @throws IOException when a move before has failed */
    boolean isValid() throws IOException;

    void seekToFirst() throws IOException;

    void seekToLast() throws IOException;

    /** To the first row whose key is not before that one. */
    void seek(Slice key) throws IOException;

    /** To the last row whose key is not behind that one. */
    void seekForPrev(Slice key) throws IOException;

    void next() throws IOException;

    void prev() throws IOException;

    /** A copy of where it stands. */
    Row row();

    @Override
    void close();
}
