package io.narrows.node.mvcc;

import io.narrows.node.etcd.KeyValue;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.WriteOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Builds a keyspace from another one's revisions. It is usable only after {@link #finish}; an unfinished one must be
 * deleted. Not thread-safe.
 */
public final class Restoration implements Closeable {
    private static final int BATCH_BYTES = 1 << 20;

    private final Store store;
    private final WriteBatch batch = new WriteBatch();
    private long revision = 1;

    private Restoration(Store store) {
        this.store = store;
    }

    /** @param directory of a keyspace that does not exist yet */
    public static Restoration begin(Path directory, KeyspaceOptions options) throws IOException {
        return new Restoration(Store.open(new Generations(directory).current(), options));
    }

    /**
     * Adds the next revision, as passed to a {@link RevisionVisitor}.
     *
     * @throws IllegalArgumentException if it precedes the previous revision, or if its key is empty
     */
    public void add(long main, long sub, boolean tombstone, KeyValue keyValue) throws IOException {
        if (main < revision || keyValue.getKey().isEmpty()) {
            throw new IllegalArgumentException("revision " + main + " of key '"
                    + keyValue.getKey().toStringUtf8() + "' (expected: at least " + revision + ", and a key)");
        }
        revision = main;
        Version version = tombstone ? Version.tombstone(main, sub) : Version.of(keyValue, sub);
        store.putVersion(batch, keyValue.getKey(), version);
        writeIfLarge();
    }

    /** Adds a lease. Its remaining time starts when a member of the new group leads. */
    public void addLease(LeaseRecord lease) {
        store.putLease(batch, lease);
    }

    /**
     * Finishes the keyspace: attaches keys to their leases and writes the state.
     *
     * @param compacted oldest readable revision; 0 if all are readable
     * @param applied log position that the keyspace counts as
     */
    public void finish(long compacted, Applied applied) throws IOException {
        write();
        long last = Math.max(revision, compacted);
        store.walk(KeyRange.ALL, last, ReadOptions.DEFAULT, this::attach);
        store.putState(batch, new StateRecord(applied, last, compacted == 0 ? StateRecord.NEW.compacted() : compacted));
        write();
        store.db().flush();
    }

    @Override
    public void close() throws IOException {
        store.close();
    }

    private void attach(Living living) throws IOException {
        KeyValue keyValue = living.keyValue();
        if (keyValue.getLease() != 0) {
            store.attach(batch, keyValue.getLease(), keyValue.getKey());
        }
        writeIfLarge();
    }

    private void writeIfLarge() throws IOException {
        if (batch.byteSize() > BATCH_BYTES) {
            write();
        }
    }

    private void write() throws IOException {
        if (!batch.isEmpty()) {
            store.db().write(batch, WriteOptions.DEFAULT);
            batch.clear();
        }
    }
}
