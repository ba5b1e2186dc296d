package io.narrows.node;

import io.narrows.node.api.ApiBackend;
import io.narrows.node.api.ApiOptions;
import io.narrows.node.api.ApiServer;
import io.narrows.node.api.Learnership;
import io.narrows.node.api.SpaceQuota;
import io.narrows.node.compaction.AutoCompactor;
import io.narrows.node.file.Directories;
import io.narrows.node.file.DiskReserve;
import io.narrows.node.metrics.EtcdMetrics;
import io.narrows.node.metrics.Exposition;
import io.narrows.node.metrics.LogWrites;
import io.narrows.node.metrics.MeteredReplica;
import io.narrows.node.metrics.MetricsEndpoint;
import io.narrows.node.metrics.RaftMetrics;
import io.narrows.node.metrics.StoreMetrics;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.replica.RaftMember;
import io.narrows.node.replica.RaftSettings;
import io.narrows.node.replica.Replica;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.MemberIds;
import io.narrows.node.thread.DaemonThreads;
import io.narrows.node.watch.WatchHub;
import io.narrows.node.watch.WatchOptions;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node of the bundled store: keys on the storage engine, replicated by Raft, behind etcd's API. Its directory:
 *
 * <pre>
 *   db/N/        the database (docs/formats/keyspace.md)
 *   replica/     Raft's log, votes, and snapshots: checkpoints of the database
 *   reserve      space for the day on which the disk is full
 *   tmp/         what is being sent to a client that saves a snapshot
 * </pre>
 */
public final class Node implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);
    private static final long QUOTA_SECONDS = 1;
    private static final long END_SECONDS = 5;

    private final NodeOptions options;
    private final ScheduledExecutorService executor = executor();
    /** What is open, the last one first. */
    private final Deque<Closeable> open = new ArrayDeque<>();

    private final Keyspace keyspace;
    private final RaftMember member;
    private final Replica replica;
    private final ApiServer api;

    /**
     * Starts a node. It answers when its group has a leader. At its first start, without data, it waits for others that say that it
     * is new: for most of them, which are all where there are three.
     *
     * @throws IOException when an address is in use, or its directory cannot be read, is another node's or has been lost
     */
    public static Node start(NodeOptions options) throws IOException {
        return new Node(options);
    }

    private Node(NodeOptions options) throws IOException {
        this.options = options;
        try {
            Directories.create(options.directory());
            DiskReserve reserve = DiskReserve.open(options.directory());
            keyspace = opened(Keyspace.open(options.directory().resolve("db"), options.keyspace()));
            WatchHub watches = opened(
                    new WatchHub(keyspace, WatchOptions.DEFAULT.withProgressInterval(options.watchProgressInterval())));
            long id = MemberIds.ofMember(options.cluster(), options.peerAddress());
            Learnership learnership = new Learnership(keyspace, options.peerAddress());
            CorruptionCheck corruption = opened(new CorruptionCheck(keyspace, id));
            Exposition exposition = opened(new Exposition());
            member = opened(RaftMember.start(
                    raft(),
                    keyspace,
                    ChangeListener.all(List.of(watches, corruption, learnership)),
                    LogWrites.timer(exposition.registry())));
            replica = new MeteredReplica(member.replica(), exposition.registry());
            show(exposition, watches);
            corruption.use(replica);
            SpaceQuota quota = new SpaceQuota(
                    options.cluster(), keyspace, replica, options.quotaBytes(), reserve::isLow, System::nanoTime);
            api = opened(ApiServer.start(apiOptions(), backend(watches, quota, learnership, exposition)));
            executor.scheduleWithFixedDelay(() -> look(reserve, quota), QUOTA_SECONDS, QUOTA_SECONDS, TimeUnit.SECONDS);
            if (options.metrics().isPresent()) {
                MetricsEndpoint endpoint =
                        MetricsEndpoint.serve(options.metrics().get(), exposition);
                opened(endpoint::close);
            }
            if (options.initialCorruptCheck()) {
                corruption.begin(executor);
            }
        } catch (IOException | RuntimeException e) {
            closeAll();
            throw e;
        }
        new Publication(options, keyspace, replica, executor).begin();
        new VersionAgreement(keyspace, replica, executor).begin();
        options.retention()
                .map(kept -> new AutoCompactor(kept, System::nanoTime))
                .ifPresent(this::compactRegularly);
    }

    /** Where clients reach it, with the ports that were taken. */
    public List<SocketAddress> clients() {
        return api.addresses();
    }

    /** Completes when the node cannot go on, as when its disk is full, with the reason. It is still to be closed. */
    public CompletableFuture<Throwable> failure() {
        return member.failure();
    }

    /** Returns whether this member knows a leader of its group. */
    public boolean isLed() {
        return replica.status().leader().isPresent();
    }

    @Override
    public void close() throws IOException {
        closeAll();
    }

    private <T extends Closeable> T opened(T part) {
        open.push(part);
        return part;
    }

    private void closeAll() throws IOException {
        // Not by an interrupt, which would close the files of the engine under those who read.
        executor.shutdown();
        try {
            executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        IOException failure = null;
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** One that forgets at its end what is to be done later. */
    private static ScheduledExecutorService executor() {
        ScheduledThreadPoolExecutor made = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("narrows-node"));
        made.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        made.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
        return made;
    }

    private RaftSettings raft() {
        return new RaftSettings(
                options.cluster(),
                options.peerAddress(),
                options.bind(),
                options.members(),
                options.joins(),
                options.directory(),
                options.electionTimeout(),
                options.snapshotEvery());
    }

    private ApiOptions apiOptions() {
        // As etcd: one and a half election timeouts, in whole seconds.
        long minTtl = (3 * options.electionTimeout().toMillis() / 2 + 999) / 1000;
        return new ApiOptions(
                options.clients(),
                options.tls(),
                minTtl,
                options.electionTimeout().multipliedBy(3));
    }

    private static void look(DiskReserve reserve, SpaceQuota quota) {
        try {
            reserve.look();
            quota.look();
        } catch (IOException | RuntimeException e) {
            LOG.atWarn().setCause(e).log("cannot measure the database or its disk; trying again");
        }
    }

    private ApiBackend backend(WatchHub watches, SpaceQuota quota, Learnership learnership, Exposition exposition)
            throws IOException {
        SavedSnapshots snapshots =
                new SavedSnapshots(keyspace, options.directory().resolve("tmp"));
        return new ApiBackend(options.cluster(), keyspace, replica, watches, snapshots, quota, learnership, exposition);
    }

    private void show(Exposition exposition, WatchHub watches) {
        StoreMetrics metrics = new StoreMetrics(keyspace::statistics, options.usdPerGbMonth());
        exposition.show(metrics);
        opened(metrics::close);
        exposition.show(new RaftMetrics(replica));
        exposition.show(new EtcdMetrics(replica, keyspace, watches, options.quotaBytes()));
    }

    private void compactRegularly(AutoCompactor compactor) {
        long nanos = compactor.interval().toNanos();
        executor.scheduleWithFixedDelay(() -> compact(compactor), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    private void compact(AutoCompactor compactor) {
        try {
            OptionalLong target = compactor.look(keyspace.revision(), keyspace.compactRevision());
            if (replica.status().leads() && target.isPresent()) {
                LOG.atInfo().addKeyValue("revision", target.getAsLong()).log("compacting old revisions");
                replica.propose(AutoCompactor.command(target.getAsLong()));
            }
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("cannot compact old revisions; trying again later");
        }
    }
}
