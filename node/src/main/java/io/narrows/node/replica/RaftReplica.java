package io.narrows.node.replica;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Question;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.thread.DaemonThreads;
import io.narrows.node.thread.StoreThreads;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.storage.RaftStorage;

/** A replica on Apache Ratis. The leader's own requests stay in its process; those of others go to it over the network. */
public final class RaftReplica implements Replica, Closeable {
    private static final Duration ASKING = Duration.ofSeconds(2);

    private final RaftSettings settings;
    private final RaftGroupId groupId;
    private final RaftServer server;
    private final RaftRequests requests;
    private final Duration timeout;
    /** Ratis completes requests on the thread that applies, under locks of its own: what its callers do then is not done there. */
    private final ExecutorService answers = Executors.newFixedThreadPool(
            StoreThreads.ofThisProcess().answers(), DaemonThreads.named("narrows-answers"));

    private final Proposer proposer;
    private final ReadBarriers barriers = new ReadBarriers(this::askForBarrier);

    private RaftReplica(RaftSettings settings, RaftServer server, RatisStateMachine machine) {
        this.settings = settings;
        this.groupId = Groups.id(settings.cluster());
        this.server = server;
        this.requests = new RaftRequests(server, groupId);
        // As etcd: five seconds for the disk, and two elections.
        this.timeout = Duration.ofSeconds(5).plus(settings.electionTimeout().multipliedBy(2));
        this.proposer = new Proposer(new Group(machine), timeout, answers);
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
        requests.begin(group);
    }

    /** What a member has applied is enough. */
    private CompletableFuture<RaftClientReply> askStanding(String member, Question question) {
        return requests.send(
                RaftPeerId.valueOf(member),
                Payload.of(question),
                RaftClientRequest.staleReadRequestType(RaftLog.INVALID_LOG_INDEX),
                ASKING);
    }

    @Override
    public CompletableFuture<Outcome> propose(Command command) {
        return proposer.propose(command);
    }

    /** The same, which comes to nothing where another member leads. */
    CompletableFuture<Outcome> proposeAsLeader(Command command) {
        Entry entry = Entry.newBuilder().addCommands(command).build();
        return here(Payload.of(entry), RaftClientRequest.writeRequestType())
                .handleAsync(
                        (reply, failure) -> Replies.outcomes(reply, failure).getOutcomes(0), answers);
    }

    @Override
    public CompletableFuture<Void> readBarrier() {
        return barriers.pass();
    }

    private CompletableFuture<Void> askForBarrier() {
        return here(Message.EMPTY, RaftClientRequest.readRequestType()).handleAsync(Replies::nothing, answers);
    }

    @Override
    public CompletableFuture<Answer> ask(Question question) {
        Optional<RaftPeerId> leader = leader();
        if (leader.isEmpty()) {
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.NO_LEADER));
        }
        return sent(leader.get(), Payload.of(question), RaftClientRequest.readRequestType())
                .handleAsync(Replies::answer, answers);
    }

    @Override
    public CompletableFuture<Void> moveLeader(String peerAddress) {
        return requests.transferLeadership(RaftPeerId.valueOf(peerAddress)).handleAsync(Replies::nothing, answers);
    }

    @Override
    public ReplicaStatus status() {
        DivisionInfo info = info();
        return new ReplicaStatus(
                settings.peerAddress(),
                leader().map(RaftPeerId::toString),
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

    /** Peer addresses of those that Raft's configuration has, as far as this member knows. */
    Set<String> members() {
        return division().getRaftConf().getAllPeers().stream()
                .map(peer -> peer.getId().toString())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Gives Raft other members, if this one leads; blocks. */
    RaftClientReply setMembers(Collection<String> peerAddresses) throws IOException {
        return requests.setMembers(peerAddresses);
    }

    @Override
    public void close() throws IOException {
        requests.close();
        server.close();
        answers.shutdown();
    }

    private RaftServer.Division division() {
        try {
            return server.getDivision(groupId);
        } catch (IOException e) {
            throw new IllegalStateException("the group is not there", e);
        }
    }

    private DivisionInfo info() {
        return division().getInfo();
    }

    private Optional<RaftPeerId> leader() {
        return Optional.ofNullable(info().getLeaderId());
    }

    private CompletableFuture<RaftClientReply> here(Message message, RaftClientRequest.Type type) {
        return sent(server.getId(), message, type);
    }

    private CompletableFuture<RaftClientReply> sent(RaftPeerId member, Message message, RaftClientRequest.Type type) {
        return requests.send(member, message, type, timeout).orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    private final class Group implements Proposer.Group {
        private final RatisStateMachine machine;

        Group(RatisStateMachine machine) {
            this.machine = machine;
        }

        @Override
        public Optional<RaftPeerId> leader() {
            return RaftReplica.this.leader();
        }

        @Override
        public CompletableFuture<Void> election() {
            return machine.elections().next();
        }

        @Override
        public CompletableFuture<RaftClientReply> write(RaftPeerId member, Message entry, Duration within) {
            return requests.send(member, entry, RaftClientRequest.writeRequestType(), within);
        }

        @Override
        public CompletableFuture<Void> applied(long index) {
            return machine.reached(index);
        }
    }
}
