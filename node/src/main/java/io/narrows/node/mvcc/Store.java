package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.file.Directories;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.WalRecovery;
import io.narrows.storage.iterate.DbIterator;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine's families and their contents; the package's description lists them. Reference-counted: it is closed when its
 * opener and every reader that {@linkplain #retain retained} it have closed it. Thread-safe.
 */
final class Store implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Store.class);

    static final String KEYS = "keys";
    static final String REVISIONS = "revisions";
    static final String LEASES = "leases";
    static final String LEASE_KEYS = "lease-keys";
    static final String LATEST = "latest";

    private static final byte[] STATE = {'s'};
    private static final byte MEMBER = 'm';
    private static final byte ALARM = 'a';
    private static final byte[] GROUP_VERSION = {'v'};
    private static final byte[] NOTHING = {};

    private final Path directory;
    private final Db db;
    private final Obsolescence obsolescence;
    private final AtomicInteger holders = new AtomicInteger(1);
    private volatile boolean retired;
    private final ColumnFamily keys;
    private final ColumnFamily revisions;
    private final ColumnFamily leases;
    private final ColumnFamily leaseKeys;
    private final LatestRevisions latestRevisions;
    private final LatestVersions latestVersions;
    private final LatestReader latest;
    private final boolean latestIsComplete;

    /** @param strict whether it is an error if the database of an earlier release cannot be completed */
    private Store(Path directory, Db db, Obsolescence obsolescence, LatestVersions cache, boolean strict)
            throws IOException {
        this.directory = directory;
        this.db = db;
        this.obsolescence = obsolescence;
        this.keys = db.family(KEYS).orElseThrow();
        this.revisions = db.family(REVISIONS).orElseThrow();
        this.leases = db.family(LEASES).orElseThrow();
        this.leaseKeys = db.family(LEASE_KEYS).orElseThrow();
        this.latestRevisions = new LatestRevisions(db, db.family(LATEST).orElseThrow());
        this.latestVersions = cache;
        this.latest = new LatestReader(db, keys, latestRevisions, cache);
        obsolescence.lookUpIn(() -> versions(ReadOptions.DEFAULT));
        this.latestIsComplete = completeLatest(strict);
    }

    /**
     * Adds what is missing from the family {@code latest} in the database of an earlier release. If that fails, reads use
     * {@code keys}, and the next start tries again.
     *
     * @return whether the family is complete
     * @throws IOException also the failure itself, if writes cannot be resumed after it, e.g. because the disk is still full
     */
    private boolean completeLatest(boolean strict) throws IOException {
        long revision = state(ReadOptions.DEFAULT).revision();
        // A database without changes, or one that is being restored, has a complete family.
        if (revision == StateRecord.NEW.revision() || latestRevisions.isCompleteAt(revision)) {
            return true;
        }
        try (VersionCursor all = versions(ReadOptions.DEFAULT)) {
            LatestRebuild.run(db, latestRevisions, revision, all);
            return true;
        } catch (IOException e) {
            if (strict) {
                throw e;
            }
            if (db.backgroundError().isPresent()) {
                resumeAfter(e); // or no write would succeed
            }
            if (latestRevisions.isCompleteAt(revision)) {
                return true; // all was written before the failure, and is flushed now
            }
            LOG.atError()
                    .setCause(e)
                    .addKeyValue("directory", directory)
                    .log(
                            "cannot complete the family of latest revisions; lists are slow until the cause is mended and the"
                                    + " member started again");
            return false;
        }
    }

    private void resumeAfter(IOException failure) throws IOException {
        try {
            db.resume();
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw failure;
        }
    }

    /** Opens a database. It may have a log from an earlier version, whose damaged end is dropped. */
    static Store open(Path directory, KeyspaceOptions options) throws IOException {
        return open(directory, options.database(), options.latestBytes(), false);
    }

    /** Opens a database strictly: a damaged log is an error, and so is a damaged block if all of them must be read. */
    static Store openWhole(Path directory, KeyspaceOptions options) throws IOException {
        DbOptions whole = options.database().withWalRecovery(WalRecovery.REFUSE_DAMAGE);
        return open(directory, whole, options.latestBytes(), true);
    }

    /**
     * @param cacheBytes as in {@link KeyspaceOptions#latestBytes}
     * @param strict as in {@link #openWhole}
     */
    static Store open(Path directory, DbOptions options, long cacheBytes, boolean strict) throws IOException {
        Obsolescence obsolescence = new Obsolescence();
        Db db = Db.open(directory, obsolescence.filtering(options));
        try {
            return new Store(directory, db, obsolescence, new LatestVersions(cacheBytes), strict);
        } catch (IOException | RuntimeException | Error e) {
            db.close();
            throw e;
        }
    }

    /** Returns the removal of obsolete versions. */
    Obsolescence obsolescence() {
        return obsolescence;
    }

    Db db() {
        return db;
    }

    Path directory() {
        return directory;
    }

    /** Adds a reference; returns false if the store is already closed. */
    boolean retain() {
        return holders.getAndUpdate(count -> count == 0 ? 0 : count + 1) != 0;
    }

    /**
     * Drops a reference; the last one flushes the database, so that the next start repeats nothing, and closes it, or deletes a
     * retired one without a flush.
     */
    @Override
    public void close() throws IOException {
        if (holders.decrementAndGet() > 0) {
            return;
        }
        if (retired) {
            db.discard();
            Directories.delete(directory);
        } else {
            tryFlush();
            db.close();
        }
    }

    /** Flushes, unless that fails, e.g. because the disk is full: a member must be able to end nevertheless. */
    private void tryFlush() {
        try {
            db.flush();
        } catch (IOException e) {
            LOG.atWarn()
                    .setCause(e)
                    .addKeyValue("directory", directory)
                    .log("cannot flush the database; its latest entries will be replayed from the Raft log");
        }
    }

    /** Drops a reference and lets the last holder delete the directory. */
    void retire() throws IOException {
        retired = true;
        close();
    }

    StateRecord state(ReadOptions as) throws IOException {
        Optional<byte[]> stored = db.get(db.defaultFamily(), STATE, as);
        return stored.isPresent() ? StateRecord.decoded(stored.get()) : StateRecord.NEW;
    }

    Optional<LeaseRecord> lease(long id) throws IOException {
        return db.get(leases, bigEndian(id)).map(value -> lease(id, ByteBuffer.wrap(value)));
    }

    private static LeaseRecord lease(long id, ByteBuffer value) {
        return new LeaseRecord(id, value.getLong(), value.hasRemaining() ? value.getLong() : 0);
    }

    List<LeaseRecord> leases(ReadOptions as) throws IOException {
        List<LeaseRecord> found = new ArrayList<>();
        try (DbIterator at = db.iterator(leases, as)) {
            for (at.seekToFirst(); at.isValid(); at.next()) {
                found.add(lease(getLong(at.key()), buffer(at.value())));
            }
        }
        return found;
    }

    /** Returns a lease's keys in key order. */
    List<ByteString> leaseKeys(long id) throws IOException {
        List<ByteString> found = new ArrayList<>();
        byte[] prefix = bigEndian(id);
        try (DbIterator at = db.iterator(leaseKeys, ReadOptions.DEFAULT)) {
            for (at.seek(Slice.of(prefix)); at.isValid() && getLong(at.key()) == id; at.next()) {
                Slice key = at.key();
                found.add(ByteString.copyFrom(key.array(), key.offset() + prefix.length, key.length() - prefix.length));
            }
        }
        return found;
    }

    /** Returns the members ordered by unsigned id. */
    List<MemberRecord> members() throws IOException {
        List<MemberRecord> found = new ArrayList<>();
        ReadOptions all = ReadOptions.DEFAULT.between(new byte[] {MEMBER}, new byte[] {MEMBER + 1});
        try (DbIterator at = db.iterator(db.defaultFamily(), all)) {
            for (at.seekToFirst(); at.isValid(); at.next()) {
                Slice value = at.value();
                found.add(MemberRecord.parseFrom(ByteString.copyFrom(value.array(), value.offset(), value.length())));
            }
        }
        return found;
    }

    /** Returns the cache of the latest versions, which only the thread that changes the keyspace may fill. */
    LatestVersions latestVersions() {
        return latestVersions;
    }

    /** Returns a key's latest version. Used only by the thread that changes the keyspace. */
    Optional<KeyValue> latest(ByteString key) throws IOException {
        Optional<KeyValue> cached = latestVersions.get(key);
        if (cached.isPresent()) {
            return cached;
        }
        Optional<KeyValue> read = get(key, Long.MAX_VALUE, ReadOptions.DEFAULT);
        read.ifPresent(latestVersions::put);
        return read;
    }

    /**
     * Returns a key's version at a revision.
     *
     * @throws VersionGoneException if the revision was compacted during the read; not at a snapshot
     */
    Optional<KeyValue> get(ByteString key, long revision, ReadOptions as) throws IOException {
        if (latestIsComplete) {
            OptionalLong found = latest.revision(key, as);
            if (found.isPresent() && found.getAsLong() <= revision) {
                return Optional.of(latest.version(key, found.getAsLong(), as));
            }
            if (found.isEmpty() && !hasChangesAfter(revision, as)) {
                return Optional.empty();
            }
        }
        try (VersionCursor versions = versions(as.between(null, VersionKey.behind(key)))) {
            return versions.youngest(key, revision)
                    .filter(version -> !version.isTombstone())
                    .map(version -> version.keyValue(key));
        }
    }

    /**
     * Visits the keys of a range that are live at a revision, in key order.
     *
     * @throws VersionGoneException as {@link #get}
     */
    void walk(KeyRange range, long revision, ReadOptions as, Living.Visitor visitor) throws IOException {
        if (range.isOneKey()) {
            Optional<KeyValue> found = get(range.key(), revision, as);
            if (found.isPresent()) {
                visitor.visit(new Living.Known(found.get()));
            }
        } else if (!walkLatest(range, revision, as, visitor)) {
            byte[] end = range.hasEnd() ? VersionKey.before(range.rangeEnd()) : null;
            try (VersionCursor versions = versions(as.between(VersionKey.before(range.key()), end))) {
                versions.walk(revision, visitor);
            }
        }
    }

    /** Visits the keys of a range; returns false, without a visit, if there are changes after the revision. */
    private boolean walkLatest(KeyRange range, long revision, ReadOptions as, Living.Visitor visitor)
            throws IOException {
        if (!latestIsComplete || hasChangesAfter(revision, as)) {
            return false;
        }
        try (LatestReader.Walk walk = latest.walk(range, as)) {
            // If there are still none, the walk, which was opened before, has none either.
            if (hasChangesAfter(revision, as)) {
                return false;
            }
            walk.run(visitor);
            return true;
        }
    }

    /** Returns whether the database has changes after a revision. */
    boolean hasChangesAfter(long revision, ReadOptions as) throws IOException {
        return revision != Long.MAX_VALUE && state(as).revision() > revision;
    }

    /**
     * Compares the family {@code latest} with the versions, unless it is incomplete.
     *
     * @param as at a snapshot
     * @throws CorruptLatestException if they differ
     */
    void checkLatest(ReadOptions as) throws IOException {
        if (!latestIsComplete) {
            return;
        }
        try (DbIterator entries = latestRevisions.within(KeyRange.ALL, as);
                VersionCursor versions = versions(as)) {
            LatestCheck.run(entries, versions, state(as).revision());
        }
    }

    /** Returns a cursor over all versions of all keys within the bounds. */
    VersionCursor versions(ReadOptions as) throws IOException {
        return new VersionCursor(db.iterator(keys, as));
    }

    RevisionCursor revisions(ReadOptions as) throws IOException {
        return new RevisionCursor(db.iterator(revisions, as));
    }

    /** Returns the command version that the group has agreed on; 0 for none. */
    int groupVersion() throws IOException {
        return db.get(db.defaultFamily(), GROUP_VERSION)
                .map(value -> ByteBuffer.wrap(value).getInt())
                .orElse(0);
    }

    void putGroupVersion(WriteBatch batch, int version) {
        byte[] value = ByteBuffer.allocate(Integer.BYTES).putInt(version).array();
        batch.put(db.defaultFamily(), GROUP_VERSION, value);
    }

    /** Returns the alarms ordered by type, then member. */
    List<AlarmMember> alarms() throws IOException {
        List<AlarmMember> found = new ArrayList<>();
        ReadOptions all = ReadOptions.DEFAULT.between(new byte[] {ALARM}, new byte[] {ALARM + 1});
        try (DbIterator at = db.iterator(db.defaultFamily(), all)) {
            for (at.seekToFirst(); at.isValid(); at.next()) {
                Slice key = at.key();
                ByteBuffer type = ByteBuffer.wrap(key.array(), key.offset() + 1, Integer.BYTES + Long.BYTES);
                found.add(AlarmMember.newBuilder()
                        .setAlarmValue(type.getInt())
                        .setMemberID(type.getLong())
                        .build());
            }
        }
        return found;
    }

    void putAlarm(WriteBatch batch, AlarmMember alarm) {
        batch.put(db.defaultFamily(), alarmKey(alarm), NOTHING);
    }

    void deleteAlarm(WriteBatch batch, AlarmMember alarm) {
        batch.delete(db.defaultFamily(), alarmKey(alarm));
    }

    void putState(WriteBatch batch, StateRecord state) {
        batch.put(db.defaultFamily(), STATE, state.encoded());
        if (latestIsComplete) {
            latestRevisions.putComplete(batch, state.revision());
        }
    }

    /** Adds a version of a key to a batch. Versions must be added in the order of their revisions. */
    void putVersion(WriteBatch batch, ByteString key, Version version) {
        batch.put(keys, VersionKey.of(key, version.revision()), version.encoded());
        batch.put(revisions, RevisionKey.of(version.revision(), version.sub()), key.toByteArray());
        if (version.isTombstone()) {
            latestRevisions.delete(batch, key);
        } else {
            latestRevisions.put(batch, key, version.revision());
        }
    }

    void putLease(WriteBatch batch, LeaseRecord lease) {
        byte[] value = lease.remainingTtl() == 0
                ? bigEndian(lease.ttl())
                : ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(lease.ttl())
                        .putLong(lease.remainingTtl())
                        .array();
        batch.put(leases, bigEndian(lease.id()), value);
    }

    void deleteLease(WriteBatch batch, long id) {
        batch.delete(leases, bigEndian(id));
    }

    void attach(WriteBatch batch, long lease, ByteString key) {
        batch.put(leaseKeys, leaseKey(lease, key), NOTHING);
    }

    void detach(WriteBatch batch, long lease, ByteString key) {
        batch.delete(leaseKeys, leaseKey(lease, key));
    }

    void putMember(WriteBatch batch, MemberRecord member) {
        batch.put(db.defaultFamily(), memberKey(member.getId()), member.toByteArray());
    }

    void deleteMember(WriteBatch batch, long id) {
        batch.delete(db.defaultFamily(), memberKey(id));
    }

    private static byte[] leaseKey(long lease, ByteString key) {
        byte[] bytes = new byte[Long.BYTES + key.size()];
        ByteBuffer.wrap(bytes).putLong(lease);
        key.copyTo(bytes, Long.BYTES);
        return bytes;
    }

    private static byte[] alarmKey(AlarmMember alarm) {
        return ByteBuffer.allocate(1 + Integer.BYTES + Long.BYTES)
                .put(ALARM)
                .putInt(alarm.getAlarmValue())
                .putLong(alarm.getMemberID())
                .array();
    }

    private static byte[] memberKey(long id) {
        return ByteBuffer.allocate(1 + Long.BYTES).put(MEMBER).putLong(id).array();
    }

    private static byte[] bigEndian(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    private static long getLong(Slice bytes) {
        return buffer(bytes).getLong();
    }

    private static ByteBuffer buffer(Slice bytes) {
        return ByteBuffer.wrap(bytes.array(), bytes.offset(), bytes.length());
    }
}
