package io.narrows.node.replica;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Entry;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.Question;
import io.narrows.node.command.Standing;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.state.StateMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.util.LifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state machine as Ratis drives it, on one thread.
 *
 * <p>The database knows which entry is its last, in the same batch as what the entry changed, and its batches are not synced:
 * after the machine has failed it may be behind the log, never beside it. Ratis begins again behind the last snapshot;
 * entries that are in the database already are passed over.
 */
final class RatisStateMachine extends BaseStateMachine {
    private static final Logger LOG = LoggerFactory.getLogger(RatisStateMachine.class);

    private final Keyspace keyspace;
    private final StateMachine state;
    private final SnapshotDirectory snapshots;
    private final Function<Question, Answer> answers;
    private final LeadershipListener leadership;
    private final AppliedIndex applied = new AppliedIndex();
    private final Elections elections = new Elections();

    /** @param answers what this member answers while it leads */
    RatisStateMachine(
            Keyspace keyspace,
            StateMachine state,
            SnapshotDirectory snapshots,
            Function<Question, Answer> answers,
            LeadershipListener leadership) {
        this.keyspace = keyspace;
        this.state = state;
        this.snapshots = snapshots;
        this.answers = answers;
        this.leadership = leadership;
    }

    @Override
    public void initialize(RaftServer server, RaftGroupId group, RaftStorage storage) throws IOException {
        super.initialize(server, group, storage);
        snapshots.init(storage);
        getLifeCycle().startAndTransition(this::beginBehindSnapshot);
    }

    private void beginBehindSnapshot() throws IOException {
        Optional<Path> snapshot = snapshots.look();
        if (snapshot.isEmpty()) {
            return;
        }
        TermIndex last = SnapshotPaths.termIndex(snapshot.get());
        if (keyspace.applied().index() < last.getIndex()) {
            // Received, and the process ended before the database was replaced; or the database is lost.
            keyspace.replace(SnapshotDirectory.files(snapshot.get()));
            state.replaced();
        }
        applied(last);
    }

    @Override
    public StateMachineStorage getStateMachineStorage() {
        return snapshots;
    }

    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        LogEntryProto entry = transaction.getLogEntry();
        try {
            Message outcome = Message.EMPTY;
            if (entry.getIndex() > keyspace.applied().index()) {
                Entry proposed = Entry.parseFrom(
                        entry.getStateMachineLogEntry().getLogData().asReadOnlyByteBuffer());
                outcome = Payload.of(state.apply(proposed, entry.getTerm(), entry.getIndex()));
            }
            applied(TermIndex.valueOf(entry));
            return CompletableFuture.completedFuture(outcome);
        } catch (IOException | RuntimeException e) {
            // What one member cannot apply it must not pass over: from here on it would be another state. Ratis stops
            // the member.
            LOG.atError()
                    .setCause(e)
                    .addKeyValue("index", entry.getIndex())
                    .log("Cannot apply an entry; this member stops");
            leadership.failed(e);
            throw new IllegalStateException("entry " + entry.getIndex() + " cannot be applied", e);
        }
    }

    /** An entry of Ratis' own. */
    @Override
    public void notifyTermIndexUpdated(long term, long index) {
        if (index > keyspace.applied().index()) {
            state.skip(term, index);
        }
        applied(TermIndex.valueOf(term, index));
    }

    @Override
    public CompletableFuture<Message> query(Message request) {
        if (request.getContent().isEmpty()) {
            return CompletableFuture.completedFuture(Message.EMPTY);
        }
        try {
            Question question = Question.parseFrom(request.getContent().asReadOnlyByteBuffer());
            return CompletableFuture.completedFuture(Payload.of(answers.apply(question)));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** What any member knows, as far as it has applied the log. */
    @Override
    public CompletableFuture<Message> queryStale(Message request, long minIndex) {
        try {
            Question question = Question.parseFrom(request.getContent().asReadOnlyByteBuffer());
            return CompletableFuture.completedFuture(Payload.of(Answer.newBuilder()
                    .setStanding(standing(question.getStanding()))
                    .build()));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Standing standing(String peerAddress) throws IOException {
        List<MemberRecord> members = keyspace.members();
        Optional<MemberRecord> asking = members.stream()
                .filter(member -> member.getPeerAddress().equals(peerAddress))
                .findAny();
        return Standing.newBuilder()
                .setMembers(members.size())
                .setMember(asking.isPresent())
                .setStarted(asking.map(member -> !member.getName().isEmpty()).orElse(false))
                .build();
    }

    /** Nothing while entries are fed again that the database has already. */
    @Override
    public long takeSnapshot() throws IOException {
        TermIndex last = getLastAppliedTermIndex();
        Path target = snapshots.of(last);
        if (last.getIndex() != keyspace.applied().index() || target.toFile().exists()) {
            return -1;
        }
        keyspace.checkpoint(target);
        snapshots.look();
        return last.getIndex();
    }

    /** A snapshot was received whole, and is about to take the place of those that are here. */
    @Override
    public void pause() {
        getLifeCycle().transition(LifeCycle.State.PAUSING);
        getLifeCycle().transition(LifeCycle.State.PAUSED);
    }

    @Override
    public void reinitialize() throws IOException {
        Path snapshot = snapshots.look().orElseThrow(() -> new IOException("the received snapshot is not there"));
        keyspace.replace(SnapshotDirectory.files(snapshot));
        state.replaced();
        applied(SnapshotPaths.termIndex(snapshot));
        LOG.atInfo().addKeyValue("snapshot", snapshot.getFileName()).log("Installed a snapshot");
        getLifeCycle().transition(LifeCycle.State.STARTING);
        getLifeCycle().transition(LifeCycle.State.RUNNING);
    }

    @Override
    public void notifyLeaderChanged(RaftGroupMemberId group, RaftPeerId leader) {
        if (!leader.equals(getId())) {
            leadership.follows();
        }
        elections.elected();
    }

    @Override
    public void notifyNotLeader(Collection<TransactionContext> pending) {
        leadership.follows();
    }

    @Override
    public void notifyLogFailed(Throwable cause, LogEntryProto entry) {
        leadership.failed(cause);
    }

    @Override
    public void notifyLeaderReady() {
        leadership.leads();
    }

    @Override
    public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto configuration) {
        leadership.configurationChanged();
    }

    /** Completes when an entry is applied here. */
    CompletableFuture<Void> reached(long index) {
        return applied.reached(index);
    }

    Elections elections() {
        return elections;
    }

    private void applied(TermIndex last) {
        setLastAppliedTermIndex(last);
        applied.advance(last.getIndex());
    }
}
