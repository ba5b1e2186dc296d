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
import io.narrows.node.thread.PeriodicTask;
import io.narrows.node.watch.WatchHub;
import io.narrows.node.watch.WatchOptions;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
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
 *   reserve      space to free when the disk is full
 *   tmp/         snapshots being sent to clients
 * </pre>
 */
public final class Node implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);
    private static final Duration QUOTA_INTERVAL = Duration.ofSeconds(1);
    private static final long END_SECONDS = 5;

    private final NodeOptions options;
    private final ScheduledExecutorService executor = executor();
    /** Open resources, most recently opened first. */
    private final Deque<Closeable> open = new ArrayDeque<>();

    private final Keyspace keyspace;
    private final RaftMember member;
    private final Replica replica;
    private final Exposition exposition;
    private final ApiServer api;

    /**
     * Starts a node, which serves requests once its group has a leader. On its first start, without data, it waits
     * until most of the other members confirm that it is new; in a group of three, both.
     *
     * @throws IOException if an address is in use, or if the directory cannot be read, belongs to another node or has
     *     been lost
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
            exposition = opened(new Exposition());
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
            new PeriodicTask(LOG, "cannot measure the size of the database or its disk", () -> look(reserve, quota))
                    .schedule(executor, QUOTA_INTERVAL);
            if (options.metrics().isPresent()) {
                MetricsEndpoint endpoint =
                        MetricsEndpoint.serve(options.metrics().get(), exposition);
                opened(endpoint::close);
            }
            if (options.initialCorruptCheck()) {
                corruption.begin();
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

    /** Returns the client addresses, with the actual ports. */
    public List<SocketAddress> clients() {
        return api.addresses();
    }

    /** Completes with the reason when the node cannot continue, e.g. because its disk is full. It must still be closed. */
    public CompletableFuture<Throwable> failure() {
        return member.failure();
    }

    /** Returns the current metrics, which {@code /metrics} of the clients' port serves too. */
    public MetricSnapshots metrics() {
        return exposition.snapshots();
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
        // Do not interrupt: an interrupt would close the engine's files under its readers.
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

    /** Returns an executor that drops delayed and periodic tasks on shutdown. */
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
        // As in etcd: one and a half election timeouts, in whole seconds.
        long minTtl = (3 * options.electionTimeout().toMillis() / 2 + 999) / 1000;
        return new ApiOptions(
                options.clients(),
                options.tls(),
                minTtl,
                options.electionTimeout().multipliedBy(3));
    }

    private static void look(DiskReserve reserve, SpaceQuota quota) throws IOException {
        reserve.look();
        quota.look();
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
        new PeriodicTask(LOG, "cannot compact old revisions", () -> compact(compactor))
                .schedule(executor, compactor.interval());
    }

    private void compact(AutoCompactor compactor) {
        OptionalLong target = compactor.look(keyspace.revision(), keyspace.compactRevision());
        if (replica.status().leads() && target.isPresent()) {
            LOG.atInfo().addKeyValue("revision", target.getAsLong()).log("compacting old revisions");
            replica.propose(AutoCompactor.command(target.getAsLong()));
        }
    }
}
