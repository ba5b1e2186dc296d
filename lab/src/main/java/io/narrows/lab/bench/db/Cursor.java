package io.narrows.lab.bench.db;

import java.io.IOException;

/** A cursor over the keys of a database. Each move returns whether it is at an entry. Not thread-safe. */
interface Cursor extends AutoCloseable {
    boolean seekToFirst() throws IOException;

    boolean seekToLast() throws IOException;

    /** Moves to the first key that is not before this one. */
    boolean seek(byte[] key) throws IOException;

    boolean next() throws IOException;

    boolean prev() throws IOException;

    /** Returns whether the cursor is at this key. */
    boolean isAt(byte[] key);

    /** Reads the current key and value. @return their length in bytes */
    int read();

    @Override
    void close();
}
