package io.narrows.proxy.reload;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.config.ExposedAddress;
import io.narrows.config.ReloadPlan;
import io.narrows.config.watch.WatchedFile.Look;
import io.narrows.config.yaml.RenamedKey;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.ReloadMeter;
import java.io.IOException;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reloads the configuration when its file changes or on request: reads and validates it, determines the changes, and
 * applies them. Runs one reload at a time; an invalid file leaves the active configuration unchanged.
 */
public final class Reloader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reloader.class);
    private static final long WATCH_MILLIS = 1_000;
    private static final long RELOAD_LIMIT_SECONDS = 30;

    /** Activates a configuration. */
    @FunctionalInterface
    public interface Target {
        /** @throws IOException if it cannot be activated; in that case the previous one is active again */
        void apply(Config next) throws IOException;
    }

    /** Listens to reloads, on the thread that performs them. */
    public interface Listener {
        /** Reports that a reload begins; {@link #ended} follows. */
        void begins();

        /**
         * Reports that a reload has ended.
         *
         * @param refusal the reason why the file was refused; empty if it was not
         */
        void ended(Optional<String> refusal);
    }

    private static final Listener NOBODY = new Listener() {
        @Override
        public void begins() {}

        @Override
        public void ended(Optional<String> refusal) {}
    };

    private final ConfigSource source;
    private final LiveConfig live;
    private final Target target;
    private final ReloadMeter meter;
    private final InstantSource clock;
    private final WatchedFiles watched;
    private volatile Listener listener = NOBODY;
    private boolean compared;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "narrows-reload");
        thread.setDaemon(true);
        return thread;
    });

    public Reloader(ConfigSource source, LiveConfig live, Target target, ReloadMeter meter, InstantSource clock) {
        this.source = source.remaining(live.current().node().id());
        this.live = live;
        this.target = target;
        this.meter = meter;
        this.clock = clock;
        this.watched = new WatchedFiles(source.file());
        watched.remember(live.current().certificateFiles());
    }

    /**
     * Reloads whenever a change to the configuration or the certificates is complete; the first check also reloads if
     * the file differs from the active configuration.
     */
    public void watch() {
        executor.scheduleWithFixedDelay(this::look, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Sets the listener for reloads from now on. */
    public void listen(Listener next) {
        listener = next;
    }

    /** Reloads now, even without a change. Returns the reason if the file is refused, otherwise empty. */
    public Optional<String> reload() {
        try {
            return executor.submit(() -> load(false)).get(RELOAD_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            return Optional.of("the sidecar is stopping");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("the sidecar is stopping");
        } catch (ExecutionException | TimeoutException e) {
            return Optional.of("the reload did not complete: " + e);
        }
    }

    /** Checks the files for changes. Called once a second or by tests, on one thread. */
    void look() {
        try {
            Look found = watched.look();
            if (found == Look.CHANGED || found == Look.SAME && !compared && isOfAnotherFile()) {
                load(true);
            }
            compared |= found != Look.CHANGING;
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("cannot watch the configuration file");
        }
    }

    /**
     * Returns whether the file differs from the active configuration; it may have changed between startup and the first check.
     */
    private boolean isOfAnotherFile() {
        try {
            ReloadPlan plan = ReloadPlan.between(live.current(), source.load());
            return !plan.live().isEmpty() || !plan.restart().isEmpty();
        } catch (ConfigException e) {
            return Files.isRegularFile(
                    source.file()); // reloading reports its mistakes; a pipe can only be read at startup
        }
    }

    private Optional<String> load(boolean noticed) {
        listener.begins();
        Optional<String> refusal = read(noticed);
        listener.ended(refusal);
        return refusal;
    }

    /** @param noticed whether a check caused the reload; a file that changes while it is read is then left to a later check */
    private Optional<String> read(boolean noticed) {
        if (noticed) {
            watched.use(live.current().certificateFiles());
        } else {
            watched.remember(live.current().certificateFiles());
        }
        try {
            List<RenamedKey> renamed = new ArrayList<>();
            Config next = source.load(renamed::add);
            if (noticed && !watched.unchanged()) {
                return Optional.empty();
            }
            Optional<String> objection = ReloadPlan.objection(live.current(), next);
            if (objection.isPresent()) {
                return refused(objection.get());
            }
            ReloadPlan plan = ReloadPlan.between(live.current(), next);
            watched.add(plan.effective()
                    .certificateFiles()); // even if they are refused, so that their correction is noticed
            target.apply(plan.effective());
            meter.succeeded(clock.instant(), plan.restart());
            LOG.atInfo()
                    .addKeyValue("file", source.file())
                    .addKeyValue("changed", plan.live())
                    .log("configuration reloaded");
            renamed.forEach(RenamedKeyLog::warn);
            ExposedAddress.of(next).forEach(address -> LOG.atWarn().log("{}", address));
            if (!plan.restart().isEmpty()) {
                LOG.atWarn()
                        .addKeyValue("keys", plan.restart())
                        .log("changes to some keys take effect only after a restart");
            }
            return Optional.empty();
        } catch (ConfigException e) {
            e.problems().forEach(problem -> LOG.atError().log("{}", problem));
            refused("configuration errors, logged above: " + e.problems().size());
            return Optional.of(e.getMessage());
        } catch (IOException e) {
            return refused(e.getMessage());
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("reload failed because of an internal error");
            return refused("internal error: " + e);
        }
    }

    private Optional<String> refused(String why) {
        meter.failed();
        LOG.atError()
                .addKeyValue("file", source.file())
                .addKeyValue("detail", why)
                .log("configuration rejected; keeping the previous one");
        return Optional.of(why);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
