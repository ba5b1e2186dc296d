package io.narrows.lab.bench.db;

import io.narrows.storage.Slice;
import java.io.IOException;

/** One thread's access to a database, with reused buffers. */
interface Session extends AutoCloseable {
    /** Result of {@link #get} for a missing key. */
    int ABSENT = -1;

    void put(byte[] key, Slice value) throws IOException;

    /** @return the length of the value in bytes, or {@link #ABSENT} */
    int get(byte[] key) throws IOException;

    /** @return the number of keys that exist */
    int multiGet(byte[][] keys) throws IOException;

    /** Returns a cursor that must be moved before it is at an entry. */
    Cursor cursor() throws IOException;

    @Override
    void close();
}
