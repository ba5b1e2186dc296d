package io.narrows.node.mvcc;

import io.narrows.storage.db.PendingCheckpoint;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** A keyspace at one moment. It can be written while changes continue, even after the keyspace was replaced. */
public final class KeyspaceCheckpoint implements Closeable {
    private final Store held;
    private final PendingCheckpoint pending;

    KeyspaceCheckpoint(Store held, PendingCheckpoint pending) {
        this.held = held;
        this.pending = pending;
    }

    /**
     * Creates a directory with the keyspace; it gets its name only when it is complete and on disk.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the target exists
     */
    public void write(Path target) throws IOException {
        pending.write(target);
    }

    @Override
    public void close() throws IOException {
        try {
            pending.close();
        } finally {
            held.close();
        }
    }
}
