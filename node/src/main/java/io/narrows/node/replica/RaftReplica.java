package io.narrows.node.replica;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Outcomes;
import io.narrows.node.command.Question;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.protocol.exceptions.LeaderNotReadyException;
import org.apache.ratis.protocol.exceptions.LeaderSteppingDownException;
import org.apache.ratis.protocol.exceptions.RaftException;
import org.apache.ratis.protocol.exceptions.ServerNotReadyException;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** A replica on Apache Ratis. The leader's own requests stay in its process; those of others go to it over the network. */
public final class RaftReplica implements Replica, Closeable {
    /** Proposals at once; more are refused, before memory fills with what waits for the disk. */
    static final int MAX_OUTSTANDING = 10_000;

    private static final int ANSWER_THREADS = 2;
    private static final long TRANSFER_MILLIS = 5_000;
    private static final long SOON_MILLIS = 20;
    private static final Duration ASKING = Duration.ofSeconds(2);

    private final RaftSettings settings;
    private final RaftGroupId groupId;
    private final RaftServer server;
    private final RatisStateMachine machine;
    private final Forwarder forwarder = new Forwarder();
    private final Duration timeout;
    /** Ratis completes requests on the thread that applies, under locks of its own: what its callers do then is not done there. */
    private final ExecutorService answers = Executors.newFixedThreadPool(ANSWER_THREADS, RaftReplica::thread);

    private final Batches batches = new Batches(this::agree);
    private final ReadBarriers barriers = new ReadBarriers(this::askForBarrier);
    private final ClientId clientId = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicInteger outstanding = new AtomicInteger();

    private RaftReplica(RaftSettings settings, RaftServer server, RatisStateMachine machine) {
        this.settings = settings;
        this.groupId = Groups.id(settings.cluster());
        this.server = server;
        this.machine = machine;
        // As etcd: five seconds for the disk, and two elections.
        this.timeout = Duration.ofSeconds(5).plus(settings.electionTimeout().multipliedBy(2));
    }

    /**
     * Starts to take part in the group. The first time it waits for most of the others.
     *
     * @param machine what entries are applied to
     * @throws IOException when the address is in use, the log cannot be read, or it is lost
     */
    static RaftReplica start(RaftSettings settings, RatisStateMachine machine) throws IOException {
        boolean isThere = Files.isDirectory(settings.directory()
                .resolve(RatisProperties.LOG_DIRECTORY)
                .resolve(Groups.id(settings.cluster()).getUuid().toString()));
        RaftGroup group = Groups.of(settings.cluster(), settings.joins() ? List.of() : settings.members());
        RaftServer server = RaftServer.newBuilder()
                .setServerId(RaftPeerId.valueOf(settings.peerAddress()))
                .setGroup(isThere ? group : null)
                .setOption(RaftStorage.StartupOption.RECOVER)
                .setProperties(RatisProperties.of(settings))
                .setStateMachine(machine)
                .build();
        server.start();
        RaftReplica replica = new RaftReplica(settings, server, machine);
        replica.followElections();
        if (!isThere) {
            try {
                replica.begin(group);
            } catch (IOException | RuntimeException e) {
                replica.close();
                throw e;
            }
        }
        return replica;
    }

    /** Takes part for the first time. Until then those who ask are told that it is not in the group. */
    private void begin(RaftGroup group) throws IOException {
        new FirstStart(settings, this::askStanding).await();
        RaftClientReply reply = server.groupManagement(
                GroupManagementRequest.newAdd(clientId, server.getId(), nextCall(), group, true));
        if (reply.getException() != null) {
            throw reply.getException();
        }
    }

    /** What a member has applied is enough. */
    private CompletableFuture<RaftClientReply> askStanding(String member, Question question) {
        return request(
                RaftPeerId.valueOf(member),
                message(question.toByteArray()),
                RaftClientRequest.staleReadRequestType(RaftLog.INVALID_LOG_INDEX),
                ASKING);
    }

    @Override
    public CompletableFuture<Outcome> propose(Command command) {
        if (outstanding.incrementAndGet() > MAX_OUTSTANDING) {
            outstanding.decrementAndGet();
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.TOO_MANY_REQUESTS));
        }
        return batches.add(command)
                .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .handle((outcome, failure) -> {
                    outstanding.decrementAndGet();
                    if (failure != null) {
                        throw refused(failure);
                    }
                    return outcome;
                });
    }

    private CompletableFuture<Outcomes> agree(Entry entry) {
        long deadline = System.nanoTime() + timeout.toNanos();
        return submit(message(entry.toByteArray()), deadline)
                .thenCompose(this::appliedHere)
                .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .handleAsync((reply, failure) -> outcomes(content(reply, failure)), answers);
    }

    private void followElections() {
        machine.elections()
                .next()
                .thenRunAsync(
                        () -> {
                            followElections();
                            batches.leaderChanged();
                        },
                        answers);
    }

    /**
     * Gives a write to the leader, as soon as there is one. It is appended at most once: only what was certainly not appended is
     * given again.
     */
    private CompletableFuture<RaftClientReply> submit(Message message, long deadline) {
        long remaining = deadline - System.nanoTime();
        if (remaining <= 0) {
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.TIMEOUT));
        }
        CompletableFuture<Void> election = machine.elections().next();
        RaftPeerId leader = info().getLeaderId();
        if (leader == null) {
            return election.thenComposeAsync(elected -> submit(message, deadline), answers);
        }
        return request(leader, message, RaftClientRequest.writeRequestType(), Duration.ofNanos(remaining))
                .handle((reply, failure) -> isNotTaken(reply, failure) ? soon(message, deadline) : done(reply, failure))
                .thenCompose(result -> result);
    }

    private CompletableFuture<RaftClientReply> soon(Message message, long deadline) {
        Executor later = CompletableFuture.delayedExecutor(SOON_MILLIS, TimeUnit.MILLISECONDS, answers);
        return CompletableFuture.supplyAsync(() -> submit(message, deadline), later)
                .thenCompose(result -> result);
    }

    /**
     * Whether a member has certainly not appended a write: it begins to lead, or ends to, or ends altogether. One that says that
     * it is not the leader may have appended it before it lost its lead, and the next leader may have that.
     */
    private static boolean isNotTaken(RaftClientReply reply, Throwable failure) {
        Throwable reason = failure == null ? reply.getException() : cause(failure);
        return reason instanceof LeaderNotReadyException
                || reason instanceof LeaderSteppingDownException
                || reason instanceof ServerNotReadyException;
    }

    private CompletableFuture<RaftClientReply> appliedHere(RaftClientReply reply) {
        return reply.isSuccess()
                ? machine.reached(reply.getLogIndex()).thenApply(here -> reply)
                : CompletableFuture.completedFuture(reply);
    }

    /** The same, which comes to nothing where another member leads. */
    CompletableFuture<Outcome> proposeAsLeader(Command command) {
        Entry entry = Entry.newBuilder().addCommands(command).build();
        return here(message(entry.toByteArray()), RaftClientRequest.writeRequestType())
                .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .handleAsync(
                        (reply, failure) -> outcomes(content(reply, failure)).getOutcomes(0), answers);
    }

    @Override
    public CompletableFuture<Void> readBarrier() {
        return barriers.pass();
    }

    private CompletableFuture<Void> askForBarrier() {
        return here(Message.EMPTY, RaftClientRequest.readRequestType())
                .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .handleAsync(
                        (reply, failure) -> {
                            content(reply, failure);
                            return null;
                        },
                        answers);
    }

    @Override
    public CompletableFuture<Answer> ask(Question question) {
        RaftPeerId leader = info().getLeaderId();
        if (leader == null) {
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.NO_LEADER));
        }
        return request(leader, message(question.toByteArray()), RaftClientRequest.readRequestType(), timeout)
                .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .handleAsync(
                        (answer, failure) -> {
                            try {
                                return Answer.parseFrom(content(answer, failure).asReadOnlyByteBuffer());
                            } catch (IOException e) {
                                throw new CompletionException(e);
                            }
                        },
                        answers);
    }

    @Override
    public CompletableFuture<Void> moveLeader(String peerAddress) {
        TransferLeadershipRequest request = new TransferLeadershipRequest(
                clientId, server.getId(), groupId, nextCall(), RaftPeerId.valueOf(peerAddress), TRANSFER_MILLIS);
        return submitted(() -> server.transferLeadershipAsync(request))
                .handleAsync(
                        (reply, failure) -> {
                            content(reply, failure);
                            return null;
                        },
                        answers);
    }

    @Override
    public ReplicaStatus status() {
        DivisionInfo info = info();
        return new ReplicaStatus(
                settings.peerAddress(),
                Optional.ofNullable(info.getLeaderId()).map(RaftPeerId::toString),
                info.getCurrentTerm(),
                division().getRaftLog().getLastCommittedIndex(),
                info.getLastAppliedIndex());
    }

    /** Whether Ratis has ended this member by itself, as it does when the group has removed it. */
    boolean hasEnded() {
        return !info().isAlive();
    }

    /** Whether Raft's configuration has this member, as far as it knows. */
    boolean isMember() {
        return division().getRaftConf().getPeer(server.getId()) != null;
    }

    RaftServer.Division division() {
        try {
            return server.getDivision(groupId);
        } catch (IOException e) {
            throw new IllegalStateException("the group is not there", e);
        }
    }

    RaftServer server() {
        return server;
    }

    ClientId clientId() {
        return clientId;
    }

    long nextCall() {
        return calls.incrementAndGet();
    }

    @Override
    public void close() throws IOException {
        forwarder.close();
        server.close();
        answers.shutdown();
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "narrows-answers");
        thread.setDaemon(true);
        return thread;
    }

    private DivisionInfo info() {
        return division().getInfo();
    }

    /** Hands a request to the member in this process. */
    private CompletableFuture<RaftClientReply> here(Message message, RaftClientRequest.Type type) {
        return request(server.getId(), message, type, timeout);
    }

    /** Hands a request to a member, once. */
    private CompletableFuture<RaftClientReply> request(
            RaftPeerId member, Message message, RaftClientRequest.Type type, Duration within) {
        RaftClientRequest request = RaftClientRequest.newBuilder()
                .setClientId(clientId)
                .setServerId(member)
                .setGroupId(groupId)
                .setCallId(nextCall())
                .setMessage(message)
                .setType(type)
                .build();
        return member.equals(server.getId())
                ? submitted(() -> server.submitClientRequestAsync(request))
                : forwarder.send(request, within);
    }

    private interface Submission {
        CompletableFuture<RaftClientReply> submit() throws IOException;
    }

    private static CompletableFuture<RaftClientReply> submitted(Submission submission) {
        try {
            return submission.submit();
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static CompletableFuture<RaftClientReply> done(RaftClientReply reply, Throwable failure) {
        return failure == null
                ? CompletableFuture.completedFuture(reply)
                : CompletableFuture.failedFuture(cause(failure));
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException ? failure.getCause() : failure;
    }

    /** What a request came to, or why it came to nothing. */
    private static ByteString content(RaftClientReply reply, Throwable failure) {
        if (failure != null) {
            throw refused(failure);
        }
        RaftException exception = reply.getException();
        if (exception != null) {
            throw refused(exception);
        }
        return reply.getMessage().getContent();
    }

    private static Outcomes outcomes(ByteString content) {
        try {
            return Outcomes.parseFrom(content.asReadOnlyByteBuffer());
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private static CompletionException refused(Throwable failure) {
        return new CompletionException(new EtcdException(Failures.error(cause(failure))));
    }

    private static Message message(byte[] bytes) {
        return Message.valueOf(UnsafeByteOperations.unsafeWrap(bytes));
    }
}
