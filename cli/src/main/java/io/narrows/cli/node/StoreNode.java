package io.narrows.cli.node;

import io.narrows.config.Config;
import io.narrows.config.ConfigSource;
import io.narrows.config.StoreMembers;
import io.narrows.config.StoreSettings;
import io.narrows.node.Node;
import io.narrows.node.RestoredNode;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The store of a configuration in this process. Start and close it on the same thread. */
public final class StoreNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoreNode.class);

    private final Config config;
    private final MembersWatch watch;
    private volatile @Nullable Node node; // null unless it runs
    private @Nullable OldGeneration heap;

    private StoreNode(Config config, MembersWatch watch) {
        this.config = config;
        this.watch = watch;
    }

    /**
     * Sets up the names of members in this process. Must be called before anything resolves a name or opens a socket.
     *
     * @param config has a store
     * @param source of the configuration, which the names follow
     * @throws IOException if the names resolve to other addresses; the message says what to do
     */
    public static StoreNode prepare(Config config, ConfigSource source) throws IOException {
        StoreSettings store = config.store().orElseThrow();
        StoreMembers members = StoreMembers.of(config).orElseThrow();
        MemberNames names = MemberNames.establish(store.dataDir(), members);
        return new StoreNode(config, new MembersWatch(source, config, members, names));
    }

    /**
     * Starts the store, which serves requests once its members have elected a leader.
     *
     * @throws IOException if an address is in use, or its directory cannot be read
     */
    public void start() throws IOException {
        node = Node.start(StoreOptions.of(config));
        heap = OldGeneration.keepSmall().orElse(null);
        watch.begin();
        LOG.atInfo()
                .addKeyValue(
                        "member", StoreMembers.of(config).orElseThrow().self().address())
                .addKeyValue("clients", config.store().orElseThrow().clients().advertised())
                .addKeyValue("data", config.store().orElseThrow().dataDir())
                .log("store ready");
    }

    /** Returns whether the store has been started and knows a leader of its group. Thread-safe. */
    public boolean isLed() {
        Node started = node;
        return started != null && started.isLed();
    }

    /** Returns the store's metrics; none before it has started and after it has ended. Thread-safe. */
    public MetricSnapshots metrics() {
        Node started = node;
        return started == null ? new MetricSnapshots() : started.metrics();
    }

    /**
     * Creates the directory of a store from a snapshot. The directory must not exist.
     *
     * @param config has a store
     * @param checked whether to verify the SHA-256 at the end of the snapshot
     * @return the revision of the snapshot
     * @throws IOException if the directory exists, or the snapshot is damaged
     */
    public static long restore(Config config, Path snapshot, boolean checked) throws IOException {
        return RestoredNode.from(
                snapshot,
                checked,
                config.store().orElseThrow().dataDir(),
                StoreOptions.of(config).keyspace());
    }

    /** @param told runs when the store must stop; the reason is logged */
    public void whenFailed(Runnable told) {
        Objects.requireNonNull(node).failure().thenAccept(cause -> {
            LOG.atError().setCause(cause).log("stopping the store after a fatal error");
            told.run();
        });
    }

    public boolean hasFailed() {
        return Objects.requireNonNull(node).failure().isDone();
    }

    /** Updates the names of members from the configuration now rather than within a second. */
    public void reload() {
        watch.look();
    }

    @Override
    public void close() throws IOException {
        end();
    }

    /** Stops the store. Acknowledged writes are on the disks of a majority of members. Idempotent. */
    public void end() throws IOException {
        watch.close();
        if (heap != null) {
            heap.close();
            heap = null;
        }
        Node started = node;
        if (started != null) {
            node = null; // no scrape begins while it closes
            started.close();
        }
    }
}
