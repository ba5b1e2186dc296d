package io.narrows.storage.db;

/**
 * The database as it was at one moment. What it sees is kept until it is closed, and not beyond the database's end.
 * Thread-safe.
 */
public final class Snapshot implements AutoCloseable {
    private final Snapshots registry;
    private final long sequence;
    private boolean closed;

    Snapshot(Snapshots registry, long sequence) {
        this.registry = registry;
        this.sequence = sequence;
    }

    /** The sequence number of the youngest write that it sees. */
    public long sequence() {
        return sequence;
    }

    /** Lets go what only it sees. Closing it again does nothing. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            registry.release(sequence);
        }
    }
}
