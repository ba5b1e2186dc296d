package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.ClosedDatabaseException;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbStatistics;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.WriteOptions;
import io.narrows.storage.log.CorruptLogException;
import io.narrows.storage.sst.CorruptTableException;
import io.narrows.storage.version.CorruptDirectoryException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Multi-version keys, leases and members, stored in a directory. Any thread may read; a single thread changes.
 * The group's log is the only log: committed changes survive a crash once they are flushed, which happens when memory is full,
 * for each checkpoint, and on close. After a crash, {@link #applied} is the last entry of the log that the keyspace contains,
 * along with all entries before it.
 *
 * <p>A read at a readable revision returns the same result before, during and after the removal of old versions.
 */
public final class Keyspace implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Keyspace.class);
    private static final int ATTEMPTS_AT_LATEST = 10;

    /** About the time from when changes are written until they are published. */
    private static final long PUBLISHING_NANOS = 20_000;

    private final Generations generations;

    private final KeyspaceOptions options;
    private final PageCounts pages = new PageCounts();
    private final Object stateLock = new Object();
    private final PendingChanges pending = new PendingChanges();
    private volatile Current current;
    private volatile Clearing clearing;
    private volatile boolean closed;

    private Keyspace(Generations generations, KeyspaceOptions options, Store store) throws IOException {
        this.generations = generations;
        this.options = options;
        this.current = new Current(store, store.state(ReadOptions.DEFAULT));
        this.clearing = Clearing.start(store, this::compactRevision);
    }

    /**
     * Opens the keyspace of a directory. A new one has revision 1 and nothing applied.
     *
     * <p>The latest applied entries may be lost: after a crash those that were not flushed, and a database that is
     * too damaged to open is set aside and replaced by an empty one. {@link #applied} is the position from which the
     * group's log must be replayed.
     *
     * @throws IOException if the database cannot be read for another reason, e.g. because it has a later version
     */
    public static Keyspace open(Path directory, KeyspaceOptions options) throws IOException {
        Generations generations = new Generations(directory);
        Store store = openOrSetAside(generations, options);
        try {
            return new Keyspace(generations, options, store);
        } catch (IOException | RuntimeException | Error e) {
            store.close();
            throw e;
        }
    }

    private static Store openOrSetAside(Generations generations, KeyspaceOptions options) throws IOException {
        Path directory = generations.current();
        try {
            return Store.open(directory, options);
        } catch (CorruptDirectoryException | CorruptLogException | CorruptTableException e) {
            Path next = generations.setAside();
            LOG.atError()
                    .setCause(e)
                    .addKeyValue("directory", directory)
                    .addKeyValue("aside", Generations.aside(directory))
                    .log(
                            "the database is damaged; moving it aside and rebuilding it from the latest snapshot and the log");
            return Store.open(next, options);
        }
    }

    /** Returns the latest revision. */
    public long revision() {
        return current.state().revision();
    }

    /** Returns the oldest readable revision; -1 before the first compaction, as in etcd's HashKV. */
    public long compactRevision() {
        return current.state().compacted();
    }

    /** Returns the position of the last log entry in the keyspace. */
    public Applied applied() {
        return current.state().applied();
    }

    /** Returns the directory of the current database. */
    public Path directory() {
        return current.store().directory();
    }

    /**
     * Reads a range; the header only has the current revision.
     *
     * @throws EtcdException COMPACTED, FUTURE_REVISION
     */
    public RangeResponse range(RangeRequest request) throws IOException, EtcdException {
        for (int attempt = 0; ; attempt++) {
            Current now = held();
            try (Store held = now.store()) {
                long revision = now.state().resolve(request.getRevision());
                if (request.getRevision() <= 0
                        && !request.getRangeEnd().isEmpty()
                        && attempt < ATTEMPTS_AT_LATEST
                        && held.hasChangesAfter(revision, ReadOptions.DEFAULT)) {
                    LockSupport.parkNanos(PUBLISHING_NANOS); // the latest revision is read faster than earlier ones
                    continue;
                }
                RangeResponse response = pages.answer(
                        request, walkOf(held), revision, now.state().revision());
                if (compactRevision() <= revision) {
                    return response;
                }
            } catch (VersionGoneException e) {
                if (compactRevision() <= now.state().revision()) {
                    throw e;
                }
            }
        }
    }

    /**
     * Returns a key's version at a revision.
     *
     * @param revision 0 for the current one
     * @throws EtcdException COMPACTED, FUTURE_REVISION
     */
    public Optional<KeyValue> get(ByteString key, long revision) throws IOException, EtcdException {
        RangeRequest request =
                RangeRequest.newBuilder().setKey(key).setRevision(revision).build();
        return range(request).getKvsList().stream().findFirst();
    }

    /** Returns a view of the current keyspace, which stays readable despite later compactions. Must be closed. */
    public View view() throws IOException {
        while (true) {
            Optional<View> view = View.open(held());
            if (view.isPresent()) {
                return view.get();
            }
        }
    }

    /**
     * Returns the events of keys from a revision to the current one; none if it is in the future.
     *
     * @throws EtcdException COMPACTED if the revision is before {@link #compactRevision}
     */
    public History history(long fromRevision) throws IOException, EtcdException {
        return History.open(view(), fromRevision);
    }

    /** Visits all changes retained by compaction, in order, as of now. Takes no lock, so the visitor may be slow. */
    public void forEachRevision(RevisionVisitor visitor) throws IOException {
        try (View view = view()) {
            view.forEachRevision(visitor);
        }
    }

    /**
     * Returns the CRC-32C over all changes up to a revision, the same number as etcd 3.4's for the same operations.
     *
     * @param revision 0 for the current one
     * @throws CorruptLatestException if the family {@code latest}, which the hash does not include, is wrong
     * @throws EtcdException COMPACTED if the revision is at or before the compact revision; FUTURE_REVISION
     */
    public int hashKv(long revision) throws IOException, EtcdException {
        try (View view = view()) {
            return view.hashKv(revision);
        }
    }

    /** Returns the members ordered by unsigned id. */
    public List<MemberRecord> members() throws IOException {
        try (Store held = held().store()) {
            return held.members();
        }
    }

    /** Returns the member with an address; empty if there is none. */
    public Optional<MemberRecord> member(String peerAddress) throws IOException {
        return members().stream()
                .filter(member -> member.getPeerAddress().equals(peerAddress))
                .findAny();
    }

    /** Returns the raised alarms, ordered by type, then member. */
    public List<AlarmMember> alarms() throws IOException {
        try (Store held = held().store()) {
            return held.alarms();
        }
    }

    /** Returns the command version that the group has agreed on; 0 for none. */
    public int groupVersion() throws IOException {
        try (Store held = held().store()) {
            return held.groupVersion();
        }
    }

    public List<LeaseRecord> leases() throws IOException {
        try (Store held = held().store()) {
            return held.leases(ReadOptions.DEFAULT);
        }
    }

    public Optional<LeaseRecord> lease(long id) throws IOException {
        try (Store held = held().store()) {
            return held.lease(id);
        }
    }

    /** Returns the keys attached to a lease, in key order; none if the lease does not exist. */
    public List<ByteString> leaseKeys(long id) throws IOException {
        try (Store held = held().store()) {
            return held.leaseKeys(id);
        }
    }

    /**
     * Completes when the space of the versions made obsolete by compaction up to a revision is free, except where less than a
     * third of a file would be, and for versions that open views still read; exceptionally if it cannot be freed; canceled if this is
     * closed first.
     */
    public CompletableFuture<Void> cleared(long revision) {
        return clearing.upTo(revision);
    }

    /** Starts the change of the next command; only one at a time. */
    public Change change(Applied after) {
        Current now = current;
        return new Change(this, now.store(), pending, pending.state().orElse(now.state()), after);
    }

    /**
     * Publishes all {@linkplain Change#join joined} changes at once, as one write. Called only by the thread that changes.
     *
     * @throws IOException if they cannot be written; nothing is published, and the changes are discarded
     */
    public void publish() throws IOException {
        if (pending.state().isPresent()) {
            LatestVersions latest = current.store().latestVersions();
            boolean published = false;
            try {
                commit(pending.batch(), pending.state().get());
                latest.putAll(pending.latest());
                published = true;
            } finally {
                if (!published) {
                    latest.clear(); // it may have less than the store
                }
                pending.clear();
            }
        }
    }

    /** Records an applied position without changes. It is stored with the next change, checkpoint or close. */
    public void skip(Applied after) {
        if (pending.state().isPresent()) {
            pending.skip(after);
            return;
        }
        synchronized (stateLock) {
            current = current.with(current.state().withApplied(after));
        }
    }

    /**
     * Creates a directory with the current keyspace, including {@link #applied}.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the target exists
     */
    public void checkpoint(Path target) throws IOException {
        storeApplied();
        current.store().db().checkpoint(target);
    }

    /**
     * Captures the current keyspace, including {@link #applied}, to be written while changes continue. Called only by
     * the thread that changes.
     */
    public KeyspaceCheckpoint beginCheckpoint() throws IOException {
        storeApplied();
        Store held = held().store();
        try {
            return new KeyspaceCheckpoint(held, held.db().beginCheckpoint());
        } catch (IOException | RuntimeException | Error e) {
            held.close();
            throw e;
        }
    }

    /**
     * Replaces the contents with a {@link #checkpoint} of another keyspace, from later in the same log. Running reads
     * finish on the old contents. Called only by the thread that changes.
     *
     * @param files files of the checkpoint, which are kept
     * @throws IOException if it cannot be read; this keyspace then stays unchanged, even across restarts
     */
    public void replace(List<Path> files) throws IOException {
        Path directory = generations.next(files, unfinished -> tryOut(unfinished, options));
        Store next = Store.open(directory, options);
        StateRecord state = next.state(ReadOptions.DEFAULT);
        Store before = current.store();
        clearing.close();
        synchronized (stateLock) {
            current = new Current(next, state);
        }
        clearing = Clearing.start(next, this::compactRevision);
        before.retire();
    }

    private static void tryOut(Path directory, KeyspaceOptions options) throws IOException {
        try (Store store = Store.openWhole(directory, options)) {
            store.state(ReadOptions.DEFAULT);
        }
    }

    /** Returns the bytes of all files and of data not yet in files. */
    public long sizeBytes() throws IOException {
        try (Store held = held().store()) {
            DbStatistics statistics = held.db().statistics();
            return statistics.storedBytes() + statistics.memtableBytes();
        }
    }

    /** Returns the bytes of the files with readable data. */
    public long liveBytes() throws IOException {
        try (Store held = held().store()) {
            return held.db().statistics().storedBytes();
        }
    }

    /** Returns the current database, for inspecting what is stored. */
    Db db() {
        return current.store().db();
    }

    /** Returns the engine's statistics. */
    public DbStatistics statistics() throws IOException {
        try (Store held = held().store()) {
            return held.db().statistics();
        }
    }

    /** Writes the current keyspace, including {@link #applied}, to files. Called only by the thread that changes. */
    public void flush() throws IOException {
        storeApplied();
        current.store().db().flush();
    }

    /** Rewrites all files, so that they contain no obsolete data. Blocks until it is done. */
    public void rewrite() throws IOException {
        Current now = held();
        try (Store held = now.store()) {
            held.obsolescence().raise(now.state().compacted(), held.db());
            for (ColumnFamily family : held.db().families()) {
                held.db().compact(family);
            }
        }
    }

    /** Closes the database. A change that waits, because flushes or compactions are behind, is refused. */
    @Override
    public void close() throws IOException {
        current.store().db().refuseWaitingWrites(); // they hold locks that the rest needs
        clearing.close();
        try {
            storeApplied();
        } finally {
            closed = true;
            current.store().close();
        }
    }

    private void commit(WriteBatch batch, StateRecord after) throws IOException {
        boolean compacts;
        synchronized (stateLock) {
            compacts = after.compacted() != current.state().compacted();
            if (!batch.isEmpty() || compacts) {
                write(batch, after);
            }
            current = current.with(after);
        }
        if (compacts) {
            clearing.wake();
        }
    }

    private void storeApplied() throws IOException {
        synchronized (stateLock) {
            StateRecord state = current.state();
            if (!current.store().state(ReadOptions.DEFAULT).equals(state)) {
                try {
                    write(new WriteBatch(), state);
                } catch (ClosedDatabaseException e) {
                    LOG.atInfo()
                            .setCause(e)
                            .addKeyValue("applied", state.applied().index())
                            .log("cannot store the applied index while writes wait for a flush; the next start applies"
                                    + " some entries again");
                }
            }
        }
    }

    private void write(WriteBatch batch, StateRecord after) throws IOException {
        Store store = current.store();
        store.putState(batch, after);
        store.db().write(batch, WriteOptions.DEFAULT);
    }

    private static Living.Source walkOf(Store store) {
        return (range, revision, visitor) -> store.walk(range, revision, ReadOptions.DEFAULT, visitor);
    }

    /** Returns and retains the current database; the reader must close it. */
    private Current held() {
        while (true) {
            Current now = current;
            if (now.store().retain()) {
                return now;
            }
            if (closed) {
                throw new ClosedDatabaseException("keyspace");
            }
        }
    }
}
