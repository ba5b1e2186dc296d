package io.narrows.bench.raft.jraft;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.JRaftUtils;
import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.NodeManager;
import com.alipay.sofa.jraft.RaftServiceFactory;
import com.alipay.sofa.jraft.ReplicatorGroup;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.closure.ReadIndexClosure;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.Task;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.RaftRpcServerFactory;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.GetFileResponse;
import com.alipay.sofa.jraft.rpc.RpcResponseClosureAdapter;
import com.alipay.sofa.jraft.util.Endpoint;
import com.google.protobuf.InvalidProtocolBufferException;
import io.narrows.bench.raft.Member;
import io.narrows.bench.raft.MemberSetup;
import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Outcomes;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A member of a group of JRaft. */
public final class JraftMember implements Member {
    private static final String GROUP = "bench";
    private static final long TIMEOUT_SECONDS = 7;
    private static final InetSocketAddress NOBODY = new InetSocketAddress("127.0.0.1", 9);
    private static final int RETRY_MILLIS = 100;

    private final EventLoopGroup loops =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("jraft-net", true), NioIoHandler.newFactory());
    private final MemberSetup setup;
    private final JraftStateMachine machine;
    private final NettyRpcServer server;
    private final NettyRpcClient forwards = new NettyRpcClient();
    private final Node node;
    private final ReplicatorGroup replicators;
    private final Batches batches = new Batches(this::agree);
    private final ReadBarriers barriers = new ReadBarriers(this::askForBarrier);
    private volatile boolean closed;

    /** Called in a loader of its own. */
    public static Member start(MemberSetup setup) throws IOException {
        return new JraftMember(setup);
    }

    private JraftMember(MemberSetup setup) throws IOException {
        this.setup = setup;
        machine = new JraftStateMachine(setup.keyspace(), setup.listener(), setup.snapshotEvery());
        MemberOptions options = options();
        NettyRpcFactory.TYPES.register(Entry.class.getName(), Entry.getDefaultInstance());
        server = new NettyRpcServer(setup.bind(), loops);
        RaftRpcServerFactory.addRaftRequestProcessors(
                server, JRaftUtils.createExecutor("jraft-rpc-", 4), JRaftUtils.createExecutor("jraft-cli-", 2));
        server.registerProcessor(new Forwarded());
        PeerId self = PeerId.parsePeer(setup.name());
        NodeManager.getInstance().addAddress(self.getEndpoint());
        forwards.init(options);
        node = RaftServiceFactory.createRaftNode(GROUP, self);
        machine.use(node, this::leaderChanged);
        if (!node.init(options)) {
            throw new IOException("JRaft cannot start");
        }
        replicators = replicators(node);
        server.init(null);
    }

    private MemberOptions options() {
        MemberOptions options =
                new MemberOptions(loops, (Endpoint peer) -> setup.dial().getOrDefault(peer.toString(), NOBODY));
        options.setElectionTimeoutMs((int) setup.electionTimeout().toMillis());
        options.setFsm(machine);
        options.setLogUri(setup.directory().resolve("jraft-log").toString());
        options.setRaftMetaUri(setup.directory().resolve("jraft-meta").toString());
        options.setSnapshotUri(setup.directory().resolve("jraft-snapshots").toString());
        options.setServiceFactory(new NarrowsServices());
        options.setSnapshotIntervalSecs(0);
        options.setDisableCli(true);
        // Those that are not shared tick each millisecond.
        options.setSharedElectionTimer(true);
        options.setSharedVoteTimer(true);
        options.setSharedStepDownTimer(true);
        options.setSharedSnapshotTimer(true);
        options.setTimerPoolSize(1);
        Configuration members = new Configuration();
        if (!setup.joins()) {
            setup.members().forEach(name -> members.addPeer(PeerId.parsePeer(name)));
        }
        options.setInitialConf(members);
        RaftOptions raft = options.getRaftOptions();
        raft.setSync(true);
        raft.setSyncMeta(true);
        raft.setDisruptorBufferSize(4096);
        raft.setMaxElectionDelayMs((int) setup.electionTimeout().toMillis());
        return options;
    }

    private static ReplicatorGroup replicators(Node node) {
        try {
            Field field = NodeImpl.class.getDeclaredField("replicatorGroup");
            field.setAccessible(true);
            return (ReplicatorGroup) field.get(node);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void leaderChanged() {
        batches.leaderChanged();
    }

    @Override
    public CompletableFuture<Outcome> propose(Command command) {
        return batches.add(command).orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    private CompletableFuture<Outcomes> agree(Entry entry) {
        PeerId leader = node.getLeaderId();
        if (leader == null || leader.isEmpty()) {
            return later(entry);
        }
        if (leader.equals(node.getNodeId().getPeerId())) {
            return apply(entry).thenApply(JraftStateMachine.Applied::outcomes);
        }
        return forward(leader, entry);
    }

    private CompletableFuture<Outcomes> later(Entry entry) {
        return CompletableFuture.supplyAsync(
                        () -> {
                            PeerId leader = node.getLeaderId();
                            if (closed || leader == null || leader.isEmpty()) {
                                throw new IllegalStateException("no leader");
                            }
                            return entry;
                        },
                        CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS))
                .thenCompose(this::agree);
    }

    private CompletableFuture<JraftStateMachine.Applied> apply(Entry entry) {
        JraftStateMachine.Proposal proposal = new JraftStateMachine.Proposal();
        byte[] bytes = entry.toByteArray();
        node.apply(new Task(ByteBuffer.wrap(bytes), proposal));
        return proposal.applied();
    }

    private CompletableFuture<Outcomes> forward(PeerId leader, Entry entry) {
        CompletableFuture<Outcomes> outcomes = new CompletableFuture<>();
        try {
            forwards.invokeAsync(
                    leader.getEndpoint(),
                    entry,
                    new InvokeCallback() {
                        @Override
                        public void complete(Object result, Throwable failure) {
                            answered(result, failure, outcomes);
                        }

                        @Override
                        public Executor executor() {
                            return null;
                        }
                    },
                    TIMEOUT_SECONDS * 1000);
        } catch (Exception e) {
            // Certainly not sent: there is no connection yet.
            return later(entry);
        }
        return outcomes;
    }

    private void answered(Object result, Throwable failure, CompletableFuture<Outcomes> outcomes) {
        if (failure != null) {
            outcomes.completeExceptionally(failure);
        } else if (result instanceof GetFileResponse response) {
            machine.reached(response.getReadSize()).thenRun(() -> {
                try {
                    outcomes.complete(Outcomes.parseFrom(response.getData()));
                } catch (InvalidProtocolBufferException e) {
                    outcomes.completeExceptionally(e);
                }
            });
        } else {
            outcomes.completeExceptionally(new IOException(((ErrorResponse) result).getErrorMsg()));
        }
    }

    /** Entries of other members, of which this one is the leader as far as they know. */
    private final class Forwarded implements RpcProcessor<Entry> {
        @Override
        public void handleRequest(RpcContext context, Entry entry) {
            apply(entry).whenComplete((applied, failure) -> {
                if (failure != null) {
                    context.sendResponse(ErrorResponse.newBuilder()
                            .setErrorCode(1)
                            .setErrorMsg(String.valueOf(failure.getMessage()))
                            .build());
                } else {
                    context.sendResponse(GetFileResponse.newBuilder()
                            .setEof(true)
                            .setReadSize(applied.index())
                            .setData(applied.outcomes().toByteString())
                            .build());
                    tellCommit(applied.index());
                }
            });
        }

        @Override
        public String interest() {
            return Entry.class.getName();
        }
    }

    private static final class Ignored extends RpcResponseClosureAdapter<AppendEntriesResponse> {
        @Override
        public void run(Status status) {}
    }

    /** Followers learn of a commit with the next entries, or the next heartbeat; who waits there gets one at once. */
    private void tellCommit(long index) {
        if (node.getLastLogIndex() == index) {
            for (PeerId peer : ((NodeImpl) node).getCurrentConf().getPeers()) {
                if (!peer.equals(node.getNodeId().getPeerId())) {
                    // With a closure, as without one each begins a chain of heartbeats of its own.
                    replicators.sendHeartbeat(peer, new Ignored());
                }
            }
        }
    }

    @Override
    public CompletableFuture<Void> readBarrier() {
        return barriers.pass();
    }

    private CompletableFuture<Void> askForBarrier() {
        CompletableFuture<Void> barrier = new CompletableFuture<>();
        node.readIndex(new byte[0], new ReadIndexClosure(-1) {
            @Override
            public void run(Status status, long index, byte[] context) {
                if (status.isOk()) {
                    barrier.complete(null);
                } else {
                    barrier.completeExceptionally(new IOException(status.toString()));
                }
            }
        });
        return barrier.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public boolean leads() {
        return machine.leads();
    }

    @Override
    public long applied() {
        return machine.applied();
    }

    /** Takes a member out of the group, and adds it again when it can be reached. */
    public CompletableFuture<Void> replace(String name) {
        PeerId peer = PeerId.parsePeer(name);
        return change(done -> node.removePeer(peer, done)).thenRun(() -> retried(done -> node.addPeer(peer, done)));
    }

    /** Adds a member as soon as it can be reached. */
    public CompletableFuture<Void> addUntilDone(String name) {
        retried(done -> node.addPeer(PeerId.parsePeer(name), done));
        return CompletableFuture.completedFuture(null);
    }

    /** Adds a member that does not vote. */
    public CompletableFuture<Void> addLearner(String name) {
        return change(done -> node.addLearners(java.util.List.of(PeerId.parsePeer(name)), done));
    }

    /** Lets a learner vote, in two steps: JRaft refuses a change from the one list to the other. */
    public CompletableFuture<Void> promote(String name) {
        PeerId peer = PeerId.parsePeer(name);
        return change(done -> node.removeLearners(java.util.List.of(peer), done))
                .thenCompose(removed -> change(done -> node.addPeer(peer, done)));
    }

    public CompletableFuture<Void> addPeer(String name) {
        return change(done -> node.addPeer(PeerId.parsePeer(name), done));
    }

    public CompletableFuture<Void> removePeer(String name) {
        return change(done -> node.removePeer(PeerId.parsePeer(name), done));
    }

    private void retried(Consumer<Closure> change) {
        change(change).whenComplete((done, failure) -> {
            if (failure != null && !closed) {
                CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS)
                        .execute(() -> retried(change));
            }
        });
    }

    private static CompletableFuture<Void> change(Consumer<Closure> change) {
        CompletableFuture<Void> changed = new CompletableFuture<>();
        change.accept(status -> {
            if (status.isOk()) {
                changed.complete(null);
            } else {
                changed.completeExceptionally(new IOException(status.toString()));
            }
        });
        return changed;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        server.shutdown();
        node.shutdown();
        try {
            node.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        forwards.shutdown();
        NodeManager.getInstance().removeAddress(node.getNodeId().getPeerId().getEndpoint());
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
