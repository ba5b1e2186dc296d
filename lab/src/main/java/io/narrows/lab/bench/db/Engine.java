package io.narrows.lab.bench.db;

import java.io.IOException;

/** An open database under test. Thread-safe. */
interface Engine extends AutoCloseable {
    /** Returns a session for one thread. */
    Session session();

    /** Flushes the memtable to a file. Blocks until that is complete. */
    void flush() throws IOException;

    /** Compacts everything into one level, including the last one. */
    void compact() throws IOException;

    /** Blocks until no flush or compaction is running or due. */
    void awaitCompactions() throws IOException;

    /** Returns the engine's own statistics, as readable text. */
    String statistics() throws IOException;

    @Override
    void close() throws IOException;
}
