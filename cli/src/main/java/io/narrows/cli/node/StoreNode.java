package io.narrows.cli.node;

import io.narrows.config.Config;
import io.narrows.config.StoreMembers;
import io.narrows.config.StoreSettings;
import io.narrows.node.Node;
import io.narrows.node.RestoredNode;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The store of a configuration in this process. One thread starts and closes it. */
public final class StoreNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoreNode.class);

    private final Config config;
    private final MembersWatch watch;
    private volatile Node node;

    private StoreNode(Config config, MembersWatch watch) {
        this.config = config;
        this.watch = watch;
    }

    /**
     * Lets the names of members lead where they should in this process. To be called before anything resolves a name or opens a
     * socket.
     *
     * @param config has a store
     * @param file of the configuration, which the names follow
     * @throws IOException when the names lead elsewhere; the message says what to do
     */
    public static StoreNode prepare(Config config, Path file) throws IOException {
        StoreSettings store = config.store().orElseThrow();
        StoreMembers members = StoreMembers.of(config).orElseThrow();
        MemberNames names = MemberNames.establish(store.data(), members);
        return new StoreNode(config, new MembersWatch(file, config, members, names));
    }

    /**
     * Starts the store. It answers when its members have elected a leader.
     *
     * @throws IOException when an address is in use, or its directory cannot be read
     */
    public void start() throws IOException {
        node = Node.start(StoreOptions.of(config));
        watch.begin();
        LOG.atInfo()
                .addKeyValue(
                        "member", StoreMembers.of(config).orElseThrow().self().address())
                .addKeyValue("clients", config.store().orElseThrow().clients().advertised())
                .addKeyValue("data", config.store().orElseThrow().data())
                .log("store serves");
    }

    /** Returns whether the store has been started and knows a leader of its group. Safe from any thread. */
    public boolean isLed() {
        Node started = node;
        return started != null && started.isLed();
    }

    /**
     * Makes the directory of a store, which must not be there.
     *
     * @param config has a store
     * @param checked whether the SHA-256 at the end of the snapshot is compared
     * @return the revision of the snapshot
     * @throws IOException when the directory is there, or the snapshot is damaged
     */
    public static long restore(Config config, Path snapshot, boolean checked) throws IOException {
        return RestoredNode.from(
                snapshot,
                checked,
                config.store().orElseThrow().data(),
                StoreOptions.of(config).keyspace());
    }

    /** @param told that the store must stop; the reason is logged */
    public void whenFailed(Runnable told) {
        node.failure().thenAccept(cause -> {
            LOG.atError().setCause(cause).log("the store must stop");
            told.run();
        });
    }

    public boolean hasFailed() {
        return node.failure().isDone();
    }

    /** Lets the names of members follow the configuration now, and not within a second. */
    public void reload() {
        watch.look();
    }

    @Override
    public void close() throws IOException {
        end();
    }

    /** Ends the store. What it has acknowledged is on the disks of most members. The second time it does nothing. */
    public void end() throws IOException {
        watch.close();
        if (node != null) {
            node.close();
            node = null;
        }
    }
}
