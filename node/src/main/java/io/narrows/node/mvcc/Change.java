package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.DeleteRangeResponse;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.PutResponse;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.etcd.ResponseHeader;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.ReadOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The changes of one command of the log. Reads through it see its own changes and those of earlier commands; other readers see
 * nothing before {@link #commit}, or before {@link Keyspace#publish} after {@link #join}, and everything afterward. Without
 * either, e.g. after an exception, nothing changes. Used only by the thread that changes the keyspace.
 */
public final class Change {
    private final Keyspace keyspace;
    private final Store store;
    private final PendingChanges pending;
    private final StateRecord before;
    private final Applied applied;
    private final WriteBatch batch = new WriteBatch();
    private final Overlay overlay = new Overlay();

    /** Keys that were looked up in the store, and do not exist: a transaction compares a key that it creates. */
    private final Set<ByteString> absent = new HashSet<>();

    private final List<Event> events = new ArrayList<>();
    private long compacted;

    /**
     * @param pending changes of earlier commands that are not in the store yet
     * @param before state after the pending changes
     */
    Change(Keyspace keyspace, Store store, PendingChanges pending, StateRecord before, Applied applied) {
        this.keyspace = keyspace;
        this.store = store;
        this.pending = pending;
        this.before = before;
        this.applied = applied;
        this.compacted = before.compacted();
    }

    /** Returns the latest readable revision: one more than before once a key has changed. */
    public long revision() {
        return before.revision() + (events.isEmpty() ? 0 : 1);
    }

    /** Returns the oldest readable revision; -1 if all are readable. */
    public long compactRevision() {
        return before.compacted();
    }

    /**
     * Reads a range; the header only has the revision.
     *
     * @throws EtcdException COMPACTED, FUTURE_REVISION
     */
    public RangeResponse range(RangeRequest request) throws IOException, EtcdException {
        long revision = now().resolve(request.getRevision());
        return RangeAnswer.of(
                request, revision > before.revision() ? overlay.over(this::walk) : this::walk, revision, revision());
    }

    /** Returns the key's current version. */
    public Optional<KeyValue> get(ByteString key) throws IOException {
        if (overlay.has(key)) {
            return overlay.get(key);
        }
        return getBefore(key);
    }

    private Optional<KeyValue> getBefore(ByteString key) throws IOException {
        if (pending.has(key)) {
            return pending.get(key);
        }
        if (absent.contains(key)) {
            return Optional.empty();
        }
        Optional<KeyValue> stored = store.latest(key);
        if (stored.isEmpty()) {
            absent.add(key);
        }
        return stored;
    }

    public boolean hasLease(long id) throws IOException {
        return store.lease(id).isPresent();
    }

    /** @throws EtcdException as {@link #replace} */
    public PutResponse put(PutRequest request) throws IOException, EtcdException {
        Optional<KeyValue> previous = replace(request);
        PutResponse.Builder response = PutResponse.newBuilder().setHeader(header());
        if (request.getPrevKv()) {
            previous.ifPresent(response::setPrevKv);
        }
        return response.build();
    }

    /**
     * Puts a key, without a response.
     *
     * @return the key's version before
     * @throws EtcdException DUPLICATE_KEY if this change already changed the key; LEASE_NOT_FOUND; KEY_NOT_FOUND if the key
     *     whose value or lease is to be kept does not exist
     */
    public Optional<KeyValue> replace(PutRequest request) throws IOException, EtcdException {
        requireUnchanged(request.getKey());
        if (request.getLease() != 0 && !hasLease(request.getLease())) {
            throw new EtcdException(EtcdError.LEASE_NOT_FOUND);
        }
        Optional<KeyValue> previous = get(request.getKey());
        if ((request.getIgnoreValue() || request.getIgnoreLease()) && previous.isEmpty()) {
            throw new EtcdException(EtcdError.KEY_NOT_FOUND);
        }
        long main = before.revision() + 1;
        KeyValue.Builder made = KeyValue.newBuilder()
                .setKey(request.getKey())
                .setModRevision(main)
                .setCreateRevision(previous.map(KeyValue::getCreateRevision).orElse(main))
                .setVersion(previous.map(KeyValue::getVersion).orElse(0L) + 1)
                .setValue(request.getIgnoreValue() ? previous.get().getValue() : request.getValue())
                .setLease(request.getIgnoreLease() ? previous.get().getLease() : request.getLease());
        put(made.build(), previous);
        return previous;
    }

    /** @throws EtcdException as {@link #remove} */
    public DeleteRangeResponse deleteRange(DeleteRangeRequest request) throws IOException, EtcdException {
        List<KeyValue> removed = remove(request);
        DeleteRangeResponse.Builder response =
                DeleteRangeResponse.newBuilder().setDeleted(removed.size()).setHeader(header());
        if (request.getPrevKv()) {
            response.addAllPrevKvs(removed);
        }
        return response.build();
    }

    /**
     * Deletes keys, without a response.
     *
     * @return their versions before, in key order
     * @throws EtcdException DUPLICATE_KEY if this change already put one of the keys
     */
    public List<KeyValue> remove(DeleteRangeRequest request) throws IOException, EtcdException {
        List<KeyValue> found = new ArrayList<>();
        KeyRange range = new KeyRange(request.getKey(), request.getRangeEnd());
        if (!range.isEmpty()) {
            overlay.over(this::walk).walk(range, before.revision(), living -> found.add(living.keyValue()));
        }
        for (KeyValue previous : found) {
            delete(previous);
        }
        return found;
    }

    /**
     * Makes revisions before the given one unreadable; their obsolete versions are removed in the background.
     *
     * @throws EtcdException COMPACTED, FUTURE_REVISION
     */
    public void compact(long revision) throws EtcdException {
        if (revision <= compacted) {
            throw new EtcdException(EtcdError.COMPACTED);
        }
        if (revision > before.revision()) {
            throw new EtcdException(EtcdError.FUTURE_REVISION);
        }
        compacted = revision;
    }

    /**
     * @param ttl seconds
     * @throws EtcdException LEASE_EXISTS
     */
    public void grant(long id, long ttl) throws IOException, EtcdException {
        if (hasLease(id)) {
            throw new EtcdException(EtcdError.LEASE_EXISTS);
        }
        store.putLease(batch, LeaseRecord.granted(id, ttl));
    }

    /**
     * Records a lease's remaining time.
     *
     * @param remainingTtl seconds; 0 for the whole TTL
     * @return whether the lease exists
     */
    public boolean checkpoint(long id, long remainingTtl) throws IOException {
        Optional<LeaseRecord> lease = store.lease(id);
        lease.ifPresent(found -> store.putLease(batch, new LeaseRecord(id, found.ttl(), remainingTtl)));
        return lease.isPresent();
    }

    /**
     * Deletes the lease's keys in key order, and the lease.
     *
     * @throws EtcdException LEASE_NOT_FOUND
     */
    public void revoke(long id) throws IOException, EtcdException {
        if (!hasLease(id)) {
            throw new EtcdException(EtcdError.LEASE_NOT_FOUND);
        }
        keyspace.publish(); // earlier commands may have attached keys
        for (ByteString key : store.leaseKeys(id)) {
            Optional<KeyValue> previous = get(key);
            if (previous.isPresent()) {
                delete(previous.get());
            }
        }
        store.deleteLease(batch, id);
    }

    /** Adds or replaces a member's record. */
    public void putMember(MemberRecord member) {
        store.putMember(batch, member);
    }

    public void removeMember(long id) {
        store.deleteMember(batch, id);
    }

    public void raise(AlarmMember alarm) {
        store.putAlarm(batch, alarm);
    }

    public void disarm(AlarmMember alarm) {
        store.deleteAlarm(batch, alarm);
    }

    /** Sets the command version that the group has agreed on. */
    public void putGroupVersion(int version) {
        store.putGroupVersion(batch, version);
    }

    /** Publishes the changes atomically, together with those joined earlier. The object must not be used afterward. */
    public Committed commit() throws IOException {
        Committed committed = join();
        keyspace.publish();
        return committed;
    }

    /** Adds the changes to those that {@link Keyspace#publish} publishes. The object must not be used afterward. */
    public Committed join() {
        pending.add(batch, overlay.changed(), new StateRecord(applied, revision(), compacted));
        return new Committed(revision(), events);
    }

    private void put(KeyValue made, Optional<KeyValue> previous) {
        long leaseBefore = previous.map(KeyValue::getLease).orElse(0L);
        if (leaseBefore != made.getLease()) {
            if (leaseBefore != 0) {
                store.detach(batch, leaseBefore, made.getKey());
            }
            if (made.getLease() != 0) {
                store.attach(batch, made.getLease(), made.getKey());
            }
        }
        store.putVersion(batch, made.getKey(), Version.of(made, events.size()));
        overlay.put(made);
        addEvent(Event.EventType.PUT, made, previous);
    }

    private void delete(KeyValue previous) throws EtcdException {
        ByteString key = previous.getKey();
        requireUnchanged(key);
        if (previous.getLease() != 0) {
            store.detach(batch, previous.getLease(), key);
        }
        long main = before.revision() + 1;
        store.putVersion(batch, key, Version.tombstone(main, events.size()));
        overlay.delete(key);
        KeyValue gone = KeyValue.newBuilder().setKey(key).setModRevision(main).build();
        addEvent(Event.EventType.DELETE, gone, Optional.of(previous));
    }

    /**
     * Throws if the key was already changed: a revision has one version of a key. The API refuses such transactions,
     * but the log must not depend on that.
     */
    private void requireUnchanged(ByteString key) throws EtcdException {
        if (overlay.has(key)) {
            throw new EtcdException(EtcdError.DUPLICATE_KEY);
        }
    }

    private void addEvent(Event.EventType type, KeyValue keyValue, Optional<KeyValue> previous) {
        Event.Builder event = Event.newBuilder().setType(type).setKv(keyValue);
        previous.ifPresent(event::setPrevKv);
        events.add(event.build());
    }

    private void walk(KeyRange range, long revision, Living.Visitor visitor) throws IOException {
        if (range.isOneKey() && revision >= before.revision()) {
            Optional<KeyValue> found = getBefore(range.key());
            if (found.isPresent()) {
                visitor.visit(new Living.Known(found.get()));
            }
            return;
        }
        keyspace.publish(); // the store must have everything that the walk should find
        store.walk(range, Math.min(revision, before.revision()), ReadOptions.DEFAULT, visitor);
    }

    private StateRecord now() {
        return new StateRecord(applied, revision(), before.compacted());
    }

    private ResponseHeader header() {
        return ResponseHeader.newBuilder().setRevision(revision()).build();
    }
}
