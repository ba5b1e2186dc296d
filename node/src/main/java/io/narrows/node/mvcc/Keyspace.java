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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys in revisions, leases and members, in a directory. Any thread reads; one thread changes. What is committed survives the end
 * of the process; after the end of the machine {@link #applied} says which entries of the log are in it, and all of these are.
 *
 * <p>A read at a revision that may be read has the same result before, during and after old versions are cleared away.
 */
public final class Keyspace implements Closeable {
    private final Generations generations;
    private static final Logger LOG = LoggerFactory.getLogger(Keyspace.class);

    private final KeyspaceOptions options;
    private final PageCounts pages = new PageCounts();
    private final Object stateLock = new Object();
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
     * <p>It may have lost what was applied last: a damaged end of the database's log is dropped, and a database that cannot be opened
     * for damage is set aside, so that the keyspace begins anew. {@link #applied} tells where the log of the group has to go on.
     *
     * @throws IOException when the database cannot be read for another reason, as when it is of a later version
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
                            "the database is damaged; it is set aside, and made anew from the youngest snapshot and the log");
            return Store.open(next, options);
        }
    }

    /** The youngest that can be read. */
    public long revision() {
        return current.state().revision();
    }

    /** The oldest that can be read; -1 until there was a compaction, as etcd says it in HashKV. */
    public long compactRevision() {
        return current.state().compacted();
    }

    /** The last entry of the log that is in it. */
    public Applied applied() {
        return current.state().applied();
    }

    /**
     * The header has the revision only, that of now.
     *
     * @throws EtcdException COMPACTED, FUTURE_REVISION
     */
    public RangeResponse range(RangeRequest request) throws IOException, EtcdException {
        while (true) {
            Current now = held();
            try (Store held = now.store()) {
                long revision = now.state().resolve(request.getRevision());
                RangeResponse response = pages.answer(
                        request, walkOf(held), revision, now.state().revision());
                if (compactRevision() <= revision) {
                    return response;
                }
            }
        }
    }

    /**
     * The key as it was at a revision.
     *
     * @param revision 0 for now
     * @throws EtcdException COMPACTED, FUTURE_REVISION
     */
    public Optional<KeyValue> get(ByteString key, long revision) throws IOException, EtcdException {
        RangeRequest request =
                RangeRequest.newBuilder().setKey(key).setRevision(revision).build();
        return range(request).getKvsList().stream().findFirst();
    }

    /** All of it as it is now, which stays readable whatever is compacted. To be closed. */
    public View view() throws IOException {
        while (true) {
            Optional<View> view = View.open(held());
            if (view.isPresent()) {
                return view.get();
            }
        }
    }

    /**
     * What happened to keys from a revision on, until now; nothing when it is in the future.
     *
     * @throws EtcdException COMPACTED when the revision is before {@link #compactRevision}
     */
    public History history(long fromRevision) throws IOException, EtcdException {
        return History.open(view(), fromRevision);
    }

    /**
     * Shows all changes of keys that are kept after compaction, in their order, as of now. It takes no lock, and may take as long
     * as it likes.
     */
    public void forEachRevision(RevisionVisitor visitor) throws IOException {
        try (View view = view()) {
            view.forEachRevision(visitor);
        }
    }

    /**
     * CRC-32C over all changes until a revision, the same number that etcd 3.4 says for the same operations.
     *
     * @param revision 0 for now
     * @throws EtcdException COMPACTED when it is compacted, the revision of the compaction included; FUTURE_REVISION
     */
    public int hashKv(long revision) throws IOException, EtcdException {
        try (View view = view()) {
            return view.hashKv(revision);
        }
    }

    /** By id, which has no sign. */
    public List<MemberRecord> members() throws IOException {
        try (Store held = held().store()) {
            return held.members();
        }
    }

    /** Empty when no member has this address. */
    public Optional<MemberRecord> member(String peerAddress) throws IOException {
        return members().stream()
                .filter(member -> member.getPeerAddress().equals(peerAddress))
                .findAny();
    }

    /** Those that are raised, by type, then by member. */
    public List<AlarmMember> alarms() throws IOException {
        try (Store held = held().store()) {
            return held.alarms();
        }
    }

    /** The version of commands on which the group has agreed; 0 for none. */
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

    /** The keys that go with a lease, in their order; none when there is no such lease. */
    public List<ByteString> leaseKeys(long id) throws IOException {
        try (Store held = held().store()) {
            return held.leaseKeys(id);
        }
    }

    /** Completes when all that compaction up to a revision has given up is cleared away; cancelled when this is closed before. */
    public CompletableFuture<Void> cleared(long revision) {
        return clearing.upTo(revision);
    }

    /** Begins the one command that is applied now. */
    public Change change(Applied after) {
        Current now = current;
        return new Change(this, now.store(), now.state(), after);
    }

    /** What is applied has changed nothing. It is stored with the next one that does, or at a checkpoint or closing. */
    public void skip(Applied after) {
        synchronized (stateLock) {
            current = current.with(current.state().withApplied(after));
        }
    }

    /**
     * Makes a directory with the keyspace as it is now, {@link #applied} included.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is something at the target
     */
    public void checkpoint(Path target) throws IOException {
        storeApplied();
        current.store().db().checkpoint(target);
    }

    /**
     * Captures the keyspace as it is now, {@link #applied} included, to be written while changes go on. For the thread that changes.
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
     * Becomes what another one was at its {@link #checkpoint}, which is later in the same log. Readers that have begun go on in what
     * was there before. For the thread that changes.
     *
     * @param files of the checkpoint, which stay
     * @throws IOException when it cannot be read; this one is as it was then, also after a restart
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

    /** Bytes of all files, and of what is not in files yet. */
    public long sizeBytes() throws IOException {
        try (Store held = held().store()) {
            DbStatistics statistics = held.db().statistics();
            return statistics.storedBytes() + statistics.memtableBytes();
        }
    }

    /** Bytes of the files that hold what can be read. */
    public long liveBytes() throws IOException {
        try (Store held = held().store()) {
            return held.db().statistics().storedBytes();
        }
    }

    /** The database of now, for who looks at what is stored. */
    Db db() {
        return current.store().db();
    }

    /** What the engine counts. */
    public DbStatistics statistics() throws IOException {
        try (Store held = held().store()) {
            return held.db().statistics();
        }
    }

    /** Rewrites all files, so that nothing in them is out of date. It takes as long as that takes. */
    public void rewrite() throws IOException {
        try (Store held = held().store()) {
            for (ColumnFamily family : held.db().families()) {
                held.db().compact(family);
            }
        }
    }

    @Override
    public void close() throws IOException {
        clearing.close();
        try {
            storeApplied();
        } finally {
            closed = true;
            current.store().close();
        }
    }

    void commit(WriteBatch batch, StateRecord after) throws IOException {
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
                write(new WriteBatch(), state);
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

    /** What is current now; who reads it closes its database, which stays open until then. */
    private Current held() {
        while (true) {
            Current now = current;
            if (now.store().retain()) {
                return now;
            }
            if (closed) {
                throw new IllegalStateException("the keyspace is closed");
            }
        }
    }
}
