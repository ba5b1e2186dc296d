package io.narrows.node.replica;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Question;
import io.narrows.node.command.Roll;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.raftlog.LogSize;
import io.narrows.node.raftlog.SegmentedLog;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * A replica on SOFAJRaft. The leader handles its own requests in its process; other members send theirs over the network.
 */
final class RaftReplica implements Replica, Closeable {
    private static final Duration TRANSFER = Duration.ofSeconds(5);
    private static final Duration ASKING = Duration.ofSeconds(2);
    private static final long SOON_MILLIS = 20;

    private final String self;
    private final Duration timeout;
    private final Consensus consensus;
    private final RaftStateMachine machine;
    private final OtherMembers others;
    private final LocalAnswers local;
    private final SegmentedLog log;
    private final Executor answers;
    private final Proposer proposer;
    private final LeaderQuestions questions;
    private final ReadBarriers barriers = new ReadBarriers(this::confirmed);

    /**
     * @param others sends requests to other members
     * @param local answers questions from this member's state
     * @param answers completes the returned futures: SOFAJRaft completes requests on the applying thread or while holding
     *     its locks
     */
    RaftReplica(
            RaftSettings settings,
            Consensus consensus,
            RaftStateMachine machine,
            OtherMembers others,
            LocalAnswers local,
            SegmentedLog log,
            Executor answers) {
        this.self = settings.peerAddress();
        this.timeout = settings.requestTimeout();
        this.consensus = consensus;
        this.machine = machine;
        this.others = others;
        this.local = local;
        this.log = log;
        this.answers = answers;
        Group group = new Group();
        this.proposer = new Proposer(group, timeout, answers);
        Duration silence = LeaderQuestions.silence(settings.electionTimeout());
        this.questions = new LeaderQuestions(group, self, timeout, silence, answers);
    }

    @Override
    public CompletableFuture<Outcome> propose(Command command) {
        return proposer.propose(command);
    }

    /** Proposes a command that fails if another member leads. */
    CompletableFuture<Outcome> proposeAsLeader(Command command) {
        return append(Entry.newBuilder().addCommands(command).build())
                .thenApply(agreed -> agreed.outcomes().getOutcomes(0));
    }

    /** Appends an entry as the leader, on behalf of this member or another. */
    CompletableFuture<Agreed> append(Entry entry) {
        return consensus.append(entry).orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public CompletableFuture<Void> readBarrier() {
        return barriers.pass().handleAsync(RaftReplica::orRefused, answers);
    }

    private CompletableFuture<Void> confirmed() {
        return confirmed(System.nanoTime() + timeout.toNanos()).orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Retries while there is no leader, or the leader is new and has not committed an entry yet. As in etcd, both time out. */
    private CompletableFuture<Void> confirmed(long deadline) {
        return consensus
                .readIndex()
                .handle((read, failure) ->
                        failure == null ? CompletableFuture.<Void>completedFuture(null) : again(failure, deadline))
                .thenCompose(result -> result);
    }

    private CompletableFuture<Void> again(Throwable failure, long deadline) {
        boolean stopped = Failures.error(Failures.cause(failure)) == EtcdError.STOPPED;
        if (stopped || System.nanoTime() - deadline > 0) {
            return CompletableFuture.failedFuture(failure);
        }
        Executor later = CompletableFuture.delayedExecutor(SOON_MILLIS, TimeUnit.MILLISECONDS, answers);
        return CompletableFuture.supplyAsync(() -> confirmed(deadline), later).thenCompose(result -> result);
    }

    @Override
    public CompletableFuture<Answer> ask(Question question) {
        return questions.ask(question);
    }

    /** Answers after a read barrier, if this member leads. Fails with LEADER_CHANGED if it does not, or no longer. */
    CompletableFuture<Answer> answerAsLeader(Question question) {
        if (!machine.leads()) {
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.LEADER_CHANGED));
        }
        return barriers.pass().thenComposeAsync(passed -> local.answer(question, this::proposeAsLeader), answers);
    }

    @Override
    public CompletableFuture<Set<String>> heard() {
        Question question =
                Question.newBuilder().setRoll(Roll.getDefaultInstance()).build();
        return leader().map(leader -> asked(leader, question, timeout))
                .orElseGet(() -> CompletableFuture.failedFuture(new EtcdException(EtcdError.NO_LEADER)))
                .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .thenApply(answer -> Set.copyOf(answer.getHeard().getMembersList()))
                .handleAsync(RaftReplica::orRefused, answers);
    }

    private CompletableFuture<Answer> asked(String member, Question question, Duration within) {
        return member.equals(self) ? answerAsLeader(question) : others.ask(member, question, within);
    }

    @Override
    public CompletableFuture<Long> appliedBy(String peerAddress) {
        Question question = Question.newBuilder().setStanding(self).build();
        return others.askAsApplied(peerAddress, question, ASKING)
                .thenApply(answer -> answer.getStanding().getApplied())
                .handleAsync(RaftReplica::orRefused, answers);
    }

    @Override
    public CompletableFuture<Void> moveLeader(String peerAddress) {
        try {
            consensus.transfer(peerAddress);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.BAD_LEADER_TRANSFEREE));
        }
        return led(peerAddress)
                .orTimeout(TRANSFER.toNanos(), TimeUnit.NANOSECONDS)
                .handleAsync(RaftReplica::orRefused, answers);
    }

    private CompletableFuture<Void> led(String peerAddress) {
        CompletableFuture<Void> election = machine.elections().next();
        return leader().equals(Optional.of(peerAddress))
                ? CompletableFuture.completedFuture(null)
                : election.thenComposeAsync(elected -> led(peerAddress), answers);
    }

    @Override
    public ReplicaStatus status() {
        return new ReplicaStatus(self, leader(), machine.term(), consensus.committed(), consensus.applied());
    }

    @Override
    public LogSize logSize() {
        return log.size();
    }

    @Override
    public long term() {
        return machine.term();
    }

    private Optional<String> leader() {
        return consensus.leader();
    }

    private static <T> T orRefused(T result, Throwable failure) {
        if (failure != null) {
            throw Failures.refused(failure);
        }
        return result;
    }

    /** Stops asking the leader; requests under way fail when the connections are closed. */
    @Override
    public void close() {
        questions.close();
    }

    private final class Group implements Proposer.Group, LeaderQuestions.Group {
        @Override
        public Optional<String> leader() {
            return RaftReplica.this.leader();
        }

        @Override
        public CompletableFuture<Void> election() {
            return machine.elections().next();
        }

        @Override
        public CompletableFuture<Agreed> write(String member, Entry entry, Duration within) {
            return member.equals(self) ? append(entry) : others.propose(member, entry, within);
        }

        @Override
        public CompletableFuture<Answer> ask(String member, Question question, Duration within) {
            return asked(member, question, within);
        }

        @Override
        public CompletableFuture<Void> applied(long index) {
            return machine.reached(index);
        }
    }
}
