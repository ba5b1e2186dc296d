package io.narrows.cli.bench.db;

import io.narrows.storage.Slice;
import java.io.IOException;

/** One thread's way to a database, with buffers that are used again. */
interface Session extends AutoCloseable {
    /** What {@link #get} returns for a key that is not there. */
    int ABSENT = -1;

    void put(byte[] key, Slice value) throws IOException;

    /** @return the bytes of the value, or {@link #ABSENT} */
    int get(byte[] key) throws IOException;

    /** @return how many of the keys are there */
    int multiGet(byte[][] keys) throws IOException;

    /** Stands nowhere until it is moved. */
    Cursor cursor() throws IOException;

    @Override
    void close();
}
