package io.narrows.cli.bench.db;

import java.io.IOException;

/** Walks the keys of a database. Each move tells whether it stands at an entry then. For one thread. */
interface Cursor extends AutoCloseable {
    boolean seekToFirst() throws IOException;

    boolean seekToLast() throws IOException;

    /** Moves to the first key that is not before this one. */
    boolean seek(byte[] key) throws IOException;

    boolean next() throws IOException;

    boolean prev() throws IOException;

    /** Whether it stands at this key. */
    boolean isAt(byte[] key);

    /** Has key and value in hand. @return the bytes of both */
    int read();

    @Override
    void close();
}
