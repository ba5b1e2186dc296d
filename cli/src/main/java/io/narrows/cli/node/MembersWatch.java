package io.narrows.cli.node;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.config.StoreMembers;
import io.narrows.config.watch.WatchedFile;
import io.narrows.config.watch.WatchedFile.Look;
import io.narrows.node.thread.DaemonThreads;
import io.narrows.node.thread.PeriodicTask;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates the names of members from the configuration file: an operator adds a peer and a capture there for a new member,
 * which running stores must be able to find. All other changes to a store wait for its restart.
 */
final class MembersWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MembersWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final ConfigSource source;
    private final Config running;
    private final MemberNames names;
    private final ScheduledExecutorService executor =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("narrows-members"));
    private StoreMembers members;
    private final WatchedFile watched;
    private boolean followed;

    /**
     * @param running configuration that the store was started with
     * @param members current members
     */
    MembersWatch(ConfigSource source, Config running, StoreMembers members, MemberNames names) {
        this.source = source.remaining(running.node().id());
        this.watched = new WatchedFile(source.file());
        this.running = running;
        this.members = members;
        this.names = names;
    }

    /** Checks the file's contents once a second. */
    void begin() {
        new PeriodicTask(LOG, "cannot update the names of members", this::look).schedule(executor, INTERVAL);
    }

    /** Loads the file if a change to it is complete; at the first check, loads it unless a change is in progress. */
    synchronized void look() {
        try {
            Look found = watched.look();
            if (found == Look.CHANGED || found == Look.SAME && !followed) {
                followed = true;
                watched.use();
                Config next = source.load();
                if (watched.unchanged()) {
                    follow(next);
                }
            }
        } catch (ConfigException e) {
            e.problems().forEach(problem -> LOG.atError().log("{}", problem));
            LOG.atError().addKeyValue("file", source.file()).log("invalid configuration; keeping the names of members");
        } catch (IOException | RuntimeException e) {
            LOG.atError()
                    .addKeyValue("file", source.file())
                    .setCause(e)
                    .log("cannot update the names of members from the configuration");
        }
    }

    private void follow(Config next) throws IOException {
        if (!next.store().equals(running.store())) {
            LOG.warn("changes to the store's configuration take effect only after a restart");
        }
        // A change of its own address would change its name for all members.
        Optional<StoreMembers> wanted =
                StoreMembers.of(next).filter(all -> all.self().equals(members.self()));
        if (wanted.isPresent() && !wanted.get().equals(members)) {
            names.update(wanted.get());
            members = wanted.get();
            LOG.atInfo()
                    .addKeyValue("members", members.addresses())
                    .log("names of members updated from the configuration");
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
