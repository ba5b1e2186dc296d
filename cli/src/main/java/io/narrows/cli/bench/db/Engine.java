package io.narrows.cli.bench.db;

import java.io.IOException;

/** An open database under test. Safe for use by many threads. */
interface Engine extends AutoCloseable {
    /** What one thread needs to read and write. */
    Session session();

    /** Writes the memtable to a file, and returns when that is done. */
    void flush() throws IOException;

    /** Compacts everything into one level, the last one included. */
    void compact() throws IOException;

    /** Returns when no flush and no compaction is under way or due. */
    void awaitCompactions() throws IOException;

    /** What the engine says of itself, for people. */
    String statistics() throws IOException;

    @Override
    void close() throws IOException;
}
