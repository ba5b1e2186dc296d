package io.narrows.storage.db;

/** The database as it was at one moment. Entries that it sees are kept until it or the database is closed. Thread-safe. */
public final class Snapshot implements AutoCloseable {
    private final Snapshots registry;
    private final long sequence;
    private boolean closed;

    Snapshot(Snapshots registry, long sequence) {
        this.registry = registry;
        this.sequence = sequence;
    }

    /** Returns the sequence number of the latest write that it sees. */
    public long sequence() {
        return sequence;
    }

    /** Releases the entries that only this snapshot sees. Closing again has no effect. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            registry.release(sequence);
        }
    }
}
