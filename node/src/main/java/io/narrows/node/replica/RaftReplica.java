package io.narrows.node.replica;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Question;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.LeaderNotReadyException;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.apache.ratis.protocol.exceptions.RaftException;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** A replica on Apache Ratis. The leader's own requests stay in its process; those of others go to it over the network. */
public final class RaftReplica implements Replica, Closeable {
    /** Proposals at once; more are refused, before memory fills with what waits for the disk. */
    static final int MAX_OUTSTANDING = 10_000;

    private static final int ANSWER_THREADS = 2;
    private static final long TRANSFER_MILLIS = 5_000;

    private final RaftSettings settings;
    private final RaftGroupId groupId;
    private final RaftServer server;
    private final RatisStateMachine machine;
    private final Forwarder forwarder;
    private final Executor blocking;
    private final long timeoutMillis;
    /** Ratis completes requests on the thread that applies, under locks of its own: what its callers do then is not done there. */
    private final ExecutorService answers = Executors.newFixedThreadPool(ANSWER_THREADS, RaftReplica::thread);

    private final ReadBarriers barriers = new ReadBarriers(this::askForBarrier);
    private final ClientId clientId = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicInteger outstanding = new AtomicInteger();

    private RaftReplica(
            RaftSettings settings,
            RaftServer server,
            RatisStateMachine machine,
            RaftProperties properties,
            Executor blocking) {
        this.settings = settings;
        this.groupId = Groups.id(settings.cluster());
        this.server = server;
        this.machine = machine;
        this.blocking = blocking;
        // As etcd: five seconds for the disk, and two elections.
        this.timeoutMillis = 5_000 + 2 * settings.electionTimeout().toMillis();
        this.forwarder = new Forwarder(properties, () -> division().getGroup());
    }

    /**
     * Starts to take part in the group.
     *
     * @param machine what entries are applied to
     * @param blocking runs the few calls that wait
     * @throws IOException when the address is in use, or the log cannot be read
     */
    static RaftReplica start(RaftSettings settings, RatisStateMachine machine, Executor blocking) throws IOException {
        RaftProperties properties = RatisProperties.of(settings);
        boolean isThere = Files.isDirectory(settings.directory()
                .resolve(RatisProperties.LOG_DIRECTORY)
                .resolve(Groups.id(settings.cluster()).getUuid().toString()));
        RaftServer server = RaftServer.newBuilder()
                .setServerId(RaftPeerId.valueOf(settings.peerAddress()))
                .setGroup(Groups.of(settings.cluster(), settings.members()))
                .setOption(isThere ? RaftStorage.StartupOption.RECOVER : RaftStorage.StartupOption.FORMAT)
                .setProperties(properties)
                .setStateMachine(machine)
                .build();
        server.start();
        return new RaftReplica(settings, server, machine, properties, blocking);
    }

    @Override
    public CompletableFuture<Outcome> propose(Command command) {
        if (outstanding.incrementAndGet() > MAX_OUTSTANDING) {
            outstanding.decrementAndGet();
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.TOO_MANY_REQUESTS));
        }
        Message message = message(command.toByteArray());
        boolean led = info().isLeader();
        return here(message, RaftClientRequest.writeRequestType())
                .thenCompose(
                        reply -> isAppendedNowhere(reply, led) ? forward(() -> forwarder.write(message)) : done(reply))
                .thenCompose(reply -> machine.reached(reply.getLogIndex()).thenApply(here -> reply))
                .orTimeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .handleAsync(
                        (reply, failure) -> {
                            outstanding.decrementAndGet();
                            return outcome(content(reply, failure));
                        },
                        answers);
    }

    /** The same, which comes to nothing where another member leads. */
    CompletableFuture<Outcome> proposeAsLeader(Command command) {
        return here(message(command.toByteArray()), RaftClientRequest.writeRequestType())
                .orTimeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .handleAsync((reply, failure) -> outcome(content(reply, failure)), answers);
    }

    @Override
    public CompletableFuture<Void> readBarrier() {
        return barriers.pass();
    }

    private CompletableFuture<Void> askForBarrier() {
        return here(Message.EMPTY, RaftClientRequest.readRequestType())
                .orTimeout(timeoutMillis, TimeUnit.MILLISECONDS)
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
        Message message = message(question.toByteArray());
        CompletableFuture<RaftClientReply> reply = leader.equals(server.getId())
                ? here(message, RaftClientRequest.readRequestType())
                : forward(() -> forwarder.ask(message, leader));
        return reply.orTimeout(timeoutMillis, TimeUnit.MILLISECONDS)
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
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        RaftClientReply reply =
                                forwarder.transferLeadership(RaftPeerId.valueOf(peerAddress), TRANSFER_MILLIS);
                        content(reply, null);
                    } catch (IOException e) {
                        throw refused(e);
                    }
                },
                blocking);
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
        RaftClientRequest request = RaftClientRequest.newBuilder()
                .setClientId(clientId)
                .setServerId(server.getId())
                .setGroupId(groupId)
                .setCallId(nextCall())
                .setMessage(message)
                .setType(type)
                .build();
        try {
            return server.submitClientRequestAsync(request);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Whether the request may go to another member. A leader that has lost its lead says that it is none of what it has
     * appended too, and the next leader may have that: it would be applied twice.
     */
    private static boolean isAppendedNowhere(RaftClientReply reply, boolean led) {
        return reply.getException() instanceof LeaderNotReadyException
                || reply.getException() instanceof NotLeaderException && !led;
    }

    private static CompletableFuture<RaftClientReply> done(RaftClientReply reply) {
        return CompletableFuture.completedFuture(reply);
    }

    private interface Call {
        CompletableFuture<RaftClientReply> make() throws IOException;
    }

    private static CompletableFuture<RaftClientReply> forward(Call call) {
        try {
            return call.make();
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
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

    private static Outcome outcome(ByteString content) {
        try {
            return Outcome.parseFrom(content.asReadOnlyByteBuffer());
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private static CompletionException refused(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return new CompletionException(new EtcdException(Failures.error(cause)));
    }

    private static Message message(byte[] bytes) {
        return Message.valueOf(UnsafeByteOperations.unsafeWrap(bytes));
    }
}
