package io.narrows.node.mvcc;

import io.narrows.storage.db.PendingCheckpoint;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** A keyspace as it was at one moment. It is written while changes go on, also when another keyspace has taken its place since. */
public final class KeyspaceCheckpoint implements Closeable {
    private final Store held;
    private final PendingCheckpoint pending;

    KeyspaceCheckpoint(Store held, PendingCheckpoint pending) {
        this.held = held;
        this.pending = pending;
    }

    /**
     * Makes a directory with the keyspace, which has its name only when it is whole and on the disk.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is something at the target
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
