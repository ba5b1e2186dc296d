package io.narrows.node.state;

import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.GroupVersion;
import io.narrows.node.command.LeaseCheckpoint;
import io.narrows.node.command.LeaseCheckpoints;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.Members;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Outcomes;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.AlarmRequest;
import io.narrows.node.etcd.AlarmRequest.AlarmAction;
import io.narrows.node.etcd.AlarmResponse;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.etcd.CompactionRequest;
import io.narrows.node.etcd.CompactionResponse;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.DeleteRangeResponse;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseGrantResponse;
import io.narrows.node.etcd.LeaseRevokeRequest;
import io.narrows.node.etcd.LeaseRevokeResponse;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.PutResponse;
import io.narrows.node.etcd.ResponseHeader;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Change;
import io.narrows.node.mvcc.Committed;
import io.narrows.node.mvcc.Keyspace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Applies the commands of the log to a keyspace, deterministically: the result depends only on the preceding commands, not
 * on clocks or randomness. Not thread-safe; entries must be applied in log order.
 */
public final class StateMachine {
    /** Minimum TTL in seconds; shorter leases are extended to it. It is etcd's with etcd's default timing. */
    static final long MIN_TTL = 2;

    /** Seconds, as in etcd. */
    static final long MAX_TTL = 9_000_000_000L;

    /** Maximum number of learners, as in etcd. */
    static final int MAX_LEARNERS = 1;

    private final Keyspace keyspace;
    private final ChangeListener listener;
    private final AlarmGate alarms;

    /** Changes of keys of which the listener has not been notified, because they may not be readable yet. */
    private final List<Committed> joined = new ArrayList<>();

    /** @param listener called before {@link #apply} returns */
    public StateMachine(Keyspace keyspace, ChangeListener listener) {
        this.keyspace = keyspace;
        this.listener = listener;
        this.alarms = new AlarmGate(keyspace);
    }

    /**
     * Applies the next entry, or the rest of it if the process ended during the previous attempt. Consecutive changes of keys
     * are written as one batch.
     *
     * @return the outcomes of the commands that were applied now
     * @throws IOException if the keyspace cannot be written or read; the entry is then partially applied
     */
    public Outcomes apply(Entry entry, long term, long index) throws IOException {
        Outcomes.Builder outcomes = Outcomes.newBuilder();
        applyAll(entry, term, index, (command, after) -> outcomes.addOutcomes(join(command, after)));
        return outcomes.build();
    }

    /**
     * Applies the next entry like {@link #apply(Entry, long, long)}, without building outcomes that nothing waits for: ranges
     * of transactions are not read. Changes, and calls of the listener, are the same.
     *
     * @throws IOException as there
     */
    public void applyUnawaited(Entry entry, long term, long index) throws IOException {
        applyAll(entry, term, index, this::joinUnawaited);
    }

    private void applyAll(Entry entry, long term, long index, Step step) throws IOException {
        Applied before = keyspace.applied();
        Applied after = new Applied(term, index);
        int count = entry.getCommandsCount();
        if (count == 0) {
            throw new IOException("entry " + index + " has no commands (expected: one or more)");
        }
        try {
            for (int i = before.begun(); i < count; i++) {
                step.apply(entry.getCommands(i), i + 1 < count ? before.withBegun(i + 1) : after);
            }
        } finally {
            publish(); // after a failure, the commands before it
        }
    }

    /**
     * Applies a command. A refused command changes nothing but counts as applied.
     *
     * @param after applied position after the command
     * @throws IOException if the keyspace cannot be written or read, or the command needs a later release; it is then not
     *     applied
     */
    public Outcome apply(Command command, Applied after) throws IOException {
        Outcome outcome = join(command, after);
        publish();
        return outcome;
    }

    /** Applies a command; changes of keys only join those that {@link #publish} publishes. */
    private Outcome join(Command command, Applied after) throws IOException {
        try {
            return apply(command, change(command, after));
        } catch (EtcdException e) {
            keyspace.skip(after);
            return Outcome.newBuilder().setRefusal(e.error().refusal()).build();
        }
    }

    /** Applies a command like {@link #join(Command, Applied)}, without its outcome. */
    private void joinUnawaited(Command command, Applied after) throws IOException {
        try {
            applyUnawaited(command, change(command, after));
        } catch (EtcdException e) {
            keyspace.skip(after);
        }
    }

    /** @throws EtcdException if alarms forbid the command */
    private Change change(Command command, Applied after) throws IOException, EtcdException {
        CommandVersions.requireUnderstood(command);
        alarms.check(command);
        return keyspace.change(after);
    }

    /** Applies an entry without a command; Raft has such entries for itself. */
    public void skip(long term, long index) {
        keyspace.skip(new Applied(term, index));
    }

    /**
     * Checks that this release supports the group's command version. Must be called before the first command.
     *
     * @throws IOException if the group runs a later release; the message says what to do
     */
    public void requireUnderstood() throws IOException {
        CommandVersions.requireUnderstood(keyspace.groupVersion());
    }

    /**
     * Handles the replacement of the keyspace by a later one of the same log.
     *
     * @throws IOException as {@link #requireUnderstood}
     */
    public void replaced() throws IOException {
        requireUnderstood();
        alarms.reset();
        listener.replaced();
    }

    private Outcome apply(Command command, Change change) throws IOException, EtcdException {
        Outcome.Builder outcome = Outcome.newBuilder();
        switch (command.getKindCase()) {
            case PUT -> outcome.setPut(put(command.getPut(), change));
            case DELETE_RANGE -> outcome.setDeleteRange(deleteRange(command.getDeleteRange(), change));
            case TXN -> outcome.setTxn(txn(command.getTxn(), change));
            case COMPACT -> outcome.setCompact(compact(command.getCompact(), change));
            case GRANT -> outcome.setGrant(grant(command.getGrant(), change));
            case REVOKE -> outcome.setRevoke(revoke(command.getRevoke(), change));
            case PUBLISH -> outcome.setMembers(publish(command.getPublish(), change));
            case ADD -> outcome.setMembers(add(command.getAdd(), change));
            case REMOVE -> outcome.setMembers(remove(command.getRemove().getId(), change));
            case PROMOTE -> outcome.setMembers(promote(command.getPromote().getId(), change));
            case BOOTSTRAP -> outcome.setMembers(bootstrap(command.getBootstrap(), change));
            case RAISE_VERSION ->
                outcome.setVersion(raise(command.getRaiseVersion().getVersion(), change));
            case ALARM -> outcome.setAlarm(alarm(command.getAlarm(), change));
            case CHECKPOINT -> checkpoint(command.getCheckpoint(), change);
            case HASH_CLAIM -> {
                commit(change);
                listener.hashClaimed(command.getHashClaim());
            }
            case KIND_NOT_SET -> throw new IllegalStateException("unknown command types were rejected earlier");
        }
        return outcome.build();
    }

    /** Applies a command without its outcome, which saves work for changes of keys. */
    private void applyUnawaited(Command command, Change change) throws IOException, EtcdException {
        switch (command.getKindCase()) {
            case PUT -> change.replace(command.getPut());
            case DELETE_RANGE -> change.remove(command.getDeleteRange());
            case TXN -> Transaction.applyUnawaited(command.getTxn(), change);
            default -> {
                apply(command, change);
                return;
            }
        }
        join(change);
    }

    private PutResponse put(PutRequest request, Change change) throws IOException, EtcdException {
        PutResponse response = change.put(request);
        join(change);
        return response;
    }

    private DeleteRangeResponse deleteRange(DeleteRangeRequest request, Change change)
            throws IOException, EtcdException {
        DeleteRangeResponse response = change.deleteRange(request);
        join(change);
        return response;
    }

    private TxnResponse txn(TxnRequest request, Change change) throws IOException, EtcdException {
        TxnResponse response = Transaction.apply(request, change);
        join(change);
        return response;
    }

    private CompactionResponse compact(CompactionRequest request, Change change) throws IOException, EtcdException {
        change.compact(request.getRevision());
        ResponseHeader header = commit(change);
        listener.compacted(request.getRevision());
        return CompactionResponse.newBuilder().setHeader(header).build();
    }

    private LeaseGrantResponse grant(LeaseGrantRequest request, Change change) throws IOException, EtcdException {
        if (request.getID() == 0) {
            throw new EtcdException(EtcdError.LEASE_NOT_FOUND);
        }
        if (request.getTTL() > MAX_TTL) {
            throw new EtcdException(EtcdError.LEASE_TTL_TOO_LARGE);
        }
        long ttl = Math.max(request.getTTL(), MIN_TTL);
        change.grant(request.getID(), ttl);
        ResponseHeader header = commit(change);
        listener.leaseGranted(request.getID(), ttl);
        return LeaseGrantResponse.newBuilder()
                .setHeader(header)
                .setID(request.getID())
                .setTTL(ttl)
                .build();
    }

    private LeaseRevokeResponse revoke(LeaseRevokeRequest request, Change change) throws IOException, EtcdException {
        change.revoke(request.getID());
        ResponseHeader header = commit(change);
        listener.leaseRevoked(request.getID());
        return LeaseRevokeResponse.newBuilder().setHeader(header).build();
    }

    private void checkpoint(LeaseCheckpoints request, Change change) throws IOException {
        List<LeaseCheckpoint> found = new ArrayList<>();
        for (LeaseCheckpoint checkpoint : request.getCheckpointsList()) {
            if (change.checkpoint(checkpoint.getId(), checkpoint.getRemainingTtl())) {
                found.add(checkpoint);
            }
        }
        commit(change);
        found.forEach(checkpoint -> listener.leaseCheckpointed(checkpoint.getId(), checkpoint.getRemainingTtl()));
    }

    private Members publish(MemberRecord member, Change change) throws IOException, EtcdException {
        // A member that has not learned of its promotion yet still claims to be a learner.
        boolean learner = requireMember(member.getId()).getLearner();
        change.putMember(member.toBuilder().setLearner(learner).build());
        return commitMembers(change);
    }

    private Members add(MemberRecord member, Change change) throws IOException, EtcdException {
        List<MemberRecord> members = keyspace.members();
        for (MemberRecord known : members) {
            // Checked first, as in etcd, where re-adding an address yields a different id.
            if (known.getPeerAddress().equals(member.getPeerAddress())) {
                throw new EtcdException(EtcdError.PEER_URL_EXISTS);
            }
            if (known.getId() == member.getId()) {
                throw new EtcdException(EtcdError.MEMBER_EXISTS);
            }
        }
        long learners = members.stream().filter(MemberRecord::getLearner).count();
        if (member.getLearner() && learners >= MAX_LEARNERS) {
            throw new EtcdException(EtcdError.TOO_MANY_LEARNERS);
        }
        change.putMember(member);
        return commitMembers(change);
    }

    private Members remove(long id, Change change) throws IOException, EtcdException {
        requireMember(id);
        change.removeMember(id);
        return commitMembers(change);
    }

    private Members promote(long id, Change change) throws IOException, EtcdException {
        MemberRecord learner = requireMember(id);
        if (!learner.getLearner()) {
            throw new EtcdException(EtcdError.MEMBER_NOT_LEARNER);
        }
        change.putMember(learner.toBuilder().clearLearner().build());
        return commitMembers(change);
    }

    private MemberRecord requireMember(long id) throws IOException, EtcdException {
        return keyspace.members().stream()
                .filter(member -> member.getId() == id)
                .findAny()
                .orElseThrow(() -> new EtcdException(EtcdError.MEMBER_NOT_FOUND));
    }

    /** Like etcd's, the response has the alarm that was raised or disarmed, and none if nothing changed. */
    private AlarmResponse alarm(AlarmRequest request, Change change) throws IOException {
        AlarmMember alarm = AlarmMember.newBuilder()
                .setMemberID(request.getMemberID())
                .setAlarmValue(request.getAlarmValue())
                .build();
        boolean raises = request.getAction() == AlarmAction.ACTIVATE && alarm.getAlarm() != AlarmType.NONE;
        boolean disarms = request.getAction() == AlarmAction.DEACTIVATE
                && keyspace.alarms().contains(alarm);
        if (raises) {
            change.raise(alarm);
        } else if (disarms) {
            change.disarm(alarm);
        }
        AlarmResponse.Builder response = AlarmResponse.newBuilder().setHeader(commit(change));
        alarms.reset();
        if (raises) {
            listener.alarmRaised(alarm);
        }
        return (raises || disarms ? response.addAlarms(alarm) : response).build();
    }

    /** Raises the version, never lowers it: a member may have commands of the later version in its log. */
    private GroupVersion raise(int version, Change change) throws IOException {
        int raised = Math.max(version, keyspace.groupVersion());
        CommandVersions.requireUnderstood(raised);
        change.putGroupVersion(raised);
        commit(change);
        return GroupVersion.newBuilder().setVersion(raised).build();
    }

    private Members bootstrap(Members first, Change change) throws IOException {
        if (keyspace.members().isEmpty()) {
            first.getMembersList().forEach(change::putMember);
        }
        return commitMembers(change);
    }

    /** Commits a change of members, and flushes it: a member that starts uses those on disk until it has applied its log again. */
    private Members commitMembers(Change change) throws IOException {
        commit(change);
        keyspace.flush();
        listener.membersChanged();
        return Members.newBuilder().addAllMembers(keyspace.members()).build();
    }

    private ResponseHeader commit(Change change) throws IOException {
        long revision = join(change);
        publish();
        return ResponseHeader.newBuilder().setRevision(revision).build();
    }

    /** @return the revision after the change */
    private long join(Change change) {
        Committed committed = change.join();
        if (!committed.events().isEmpty()) {
            joined.add(committed);
        }
        return committed.revision();
    }

    /** Makes all joined changes readable, then notifies the listener of them. */
    private void publish() throws IOException {
        List<Committed> published = List.copyOf(joined);
        joined.clear();
        keyspace.publish();
        published.forEach(committed -> listener.changed(committed.revision(), committed.events()));
    }

    /** Applies a command of an entry. */
    private interface Step {
        void apply(Command command, Applied after) throws IOException;
    }
}
