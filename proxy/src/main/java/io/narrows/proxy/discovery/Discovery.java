package io.narrows.proxy.discovery;

import io.narrows.config.FoundNodes;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.PeerSource;
import io.narrows.proxy.discovery.Candidate.Role;
import io.narrows.proxy.link.handshake.Introduction;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.transport.ErrorText;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the sources of peers: asks each node that they report who it is, and reports the nodes that are peers now.
 *
 * <pre>
 *  EndpointSource ──► Candidate ──► Introducer: who is there? ──► Roles ──► FoundNodes
 * </pre>
 *
 * <p>Works on one thread of its own; other threads may call the public methods.
 */
public final class Discovery implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);

    private static final long TICK_MILLIS = 250;
    private static final int MOST_AT_ONCE = 16;
    private static final Duration FIRST_WAIT = Duration.ofMillis(500);
    private static final Duration LAST_WAIT = Duration.ofSeconds(30);

    /** Time after which a node without links is asked again: another one may have its address by now. */
    private static final Duration ASK_AGAIN = Duration.ofSeconds(30);

    /** Time after which a peer with a rival is asked again: it may be gone, although its source still reports it. */
    private static final Duration CONTESTED = Duration.ofSeconds(5);

    /** Shortest time between two reactions to nodes that say hello before they are found. */
    private static final Duration STRANGER_PERIOD = Duration.ofSeconds(1);

    private final LiveConfig live;
    private final EndpointSource.Factory sources;
    private final Introducer introducer;
    private final Roles roles;
    private final Supplier<Set<PeerId>> linked;
    private final Consumer<FoundNodes> target;
    private final LongSupplier nanoClock;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "narrows-discovery");
        thread.setDaemon(true);
        return thread;
    });

    private final Map<PeerSource, FollowedSource> followed = new LinkedHashMap<>();
    private FoundNodes last = FoundNodes.NONE;
    private long identified;
    private int asking;
    private @Nullable Long strangerNanos;
    private boolean ticking;
    private volatile List<SourceStatus> statuses = List.of();

    /**
     * @param sources opens the sources
     * @param instance the number of this process in its hellos
     * @param linked returns the peers with open links
     * @param target receives the nodes whenever they change
     * @param nanoClock a monotonic clock in nanoseconds, used for differences only
     */
    public Discovery(
            LiveConfig live,
            EndpointSource.Factory sources,
            Introducer introducer,
            long instance,
            Supplier<Set<PeerId>> linked,
            Consumer<FoundNodes> target,
            LongSupplier nanoClock) {
        this.live = live;
        this.sources = sources;
        this.introducer = introducer;
        this.roles = new Roles(live.current().node().id(), instance);
        this.linked = linked;
        this.target = target;
        this.nanoClock = nanoClock;
    }

    /** Follows the sources of the active configuration from now on, and no others. */
    public void applyConfig() {
        if (live.current().discovery().enabled() || !statuses.isEmpty()) {
            run(this::followConfigured);
        }
    }

    /** Reacts to a node that says hello before it is found: looks again at once. */
    public void strangerSeen() {
        run(() -> {
            long now = nanoClock.getAsLong();
            if (strangerNanos != null && now - strangerNanos < STRANGER_PERIOD.toNanos()) {
                return;
            }
            strangerNanos = now;
            followed.values().forEach(one -> one.source().refresh());
            candidates().stream()
                    .filter(candidate -> candidate.role() == Role.UNIDENTIFIED)
                    .forEach(candidate -> candidate.askAt(now));
            tick();
        });
    }

    /** Returns the state of each source, in the order of the configuration. */
    List<SourceStatus> statuses() {
        return statuses;
    }

    private void run(Runnable work) {
        try {
            executor.execute(() -> {
                try {
                    work.run();
                } catch (RuntimeException e) {
                    LOG.atError().setCause(e).log("discovery of peers failed because of an internal error");
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.atDebug().setCause(e).log("stopping; no more peers are looked for");
        }
    }

    private void followConfigured() {
        List<PeerSource> configured = live.current().discovery().sources();
        followed.values().removeIf(one -> {
            boolean gone = !configured.contains(one.config());
            if (gone) {
                one.close();
            }
            return gone;
        });
        for (PeerSource source : configured) {
            if (!followed.containsKey(source)) {
                FollowedSource added = new FollowedSource(source, sources.open(source, executor));
                followed.put(source, added);
                added.source().start(new Reports(added));
            }
        }
        if (!ticking) {
            ticking = true;
            executor.scheduleWithFixedDelay(() -> run(this::tick), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
        update();
    }

    /** Takes the reports of a source to the thread of the discovery. */
    private final class Reports implements EndpointSource.Listener {
        private final FollowedSource source;

        Reports(FollowedSource source) {
            this.source = source;
        }

        @Override
        public void found(Set<Endpoint> endpoints) {
            run(() -> {
                int ignored = source.take(endpoints, nanoClock.getAsLong());
                if (ignored > 0) {
                    LOG.atWarn()
                            .addKeyValue("source", source.config().label())
                            .addKeyValue("ignored", ignored)
                            .addKeyValue("max-peers", source.config().maxPeers())
                            .log(
                                    "endpoints are ignored: a source has more than max-peers, or some are not IP addresses");
                }
                update();
                tick();
            });
        }

        @Override
        public void failed(String why) {
            run(() -> {
                source.failed();
                LOG.atWarn()
                        .addKeyValue("source", source.config().label())
                        .addKeyValue("detail", why)
                        .log("cannot look for peers; those found before remain");
                update();
            });
        }
    }

    private List<Candidate> candidates() {
        return followed.values().stream()
                .map(FollowedSource::candidates)
                .flatMap(Collection::stream)
                .toList();
    }

    /** Asks the nodes whose turn it is. */
    private void tick() {
        long now = nanoClock.getAsLong();
        Set<PeerId> connected = linked.get();
        List<Candidate> due = candidates().stream()
                .filter(candidate -> candidate.endpoint().id().isEmpty() && candidate.isDue(now))
                .toList();
        for (Candidate candidate : due) {
            boolean known = candidate.id().filter(connected::contains).isPresent();
            if (known && !isContested(candidate)) {
                candidate.askAt(now + jittered(ASK_AGAIN)); // its links prove that it is there
            } else if (asking < MOST_AT_ONCE) {
                ask(candidate);
            }
        }
    }

    private boolean isContested(Candidate candidate) {
        return candidates().stream()
                .anyMatch(other -> other.role() == Role.RIVAL && other.id().equals(candidate.id()));
    }

    private void ask(Candidate candidate) {
        asking++;
        candidate.asking(true);
        introducer.ask(
                candidate.endpoint().link(),
                candidate.source(),
                (answer, cause) -> run(() -> {
                    asking--;
                    candidate.asking(false);
                    if (followed.values().stream().anyMatch(one -> one.has(candidate))) {
                        answered(candidate, answer, cause);
                        update();
                    }
                }));
    }

    private void answered(Candidate candidate, @Nullable Introduction answer, @Nullable Throwable cause) {
        long now = nanoClock.getAsLong();
        if (answer == null) {
            if (isContested(candidate)) {
                candidate.forget(); // the other node with its id takes its place
            }
            failed(candidate, now, ErrorText.of(cause));
            return;
        }
        Optional<String> unproven = objection(candidate.source(), answer);
        if (unproven.isPresent()) {
            candidate.forget();
            failed(candidate, now, unproven.get());
            return;
        }
        candidate.identified(answer, identified++);
        candidate.askAt(now + jittered(isContested(candidate) ? CONTESTED : ASK_AGAIN));
    }

    private static Optional<String> objection(PeerSource source, Introduction answer) {
        if (answer.certificateNames().isEmpty()) {
            return source.plaintext() ? Optional.empty() : Optional.of("the node did not use TLS");
        }
        return source.allow().filter(answer::isProvenBy).isPresent()
                ? Optional.empty()
                : Optional.of("the node says it is " + answer.id() + ", but its certificate is for "
                        + answer.certificateNames()
                                .filter(names -> !names.isEmpty())
                                .map(names -> String.join(", ", names))
                                .orElse("no name")
                        + source.allow()
                                .map(pattern -> " (allowed is " + pattern.nameOf(answer.id()) + ")")
                                .orElse(""));
    }

    private void failed(Candidate candidate, long now, String why) {
        if (!candidate.problem().equals(Optional.of(why))) {
            LOG.atInfo()
                    .addKeyValue("link", candidate.endpoint().link())
                    .addKeyValue("source", candidate.source().label())
                    .addKeyValue("detail", why)
                    .log("a node was found that cannot be a peer yet");
        }
        candidate.failed(why);
        candidate.askAt(now + jittered(backoff(candidate.failures())));
    }

    private static Duration backoff(int failures) {
        Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(10, failures - 1));
        return wait.compareTo(LAST_WAIT) < 0 ? wait : LAST_WAIT;
    }

    /** Returns at least half of a time, in nanoseconds, so that many nodes do not ask at once. */
    private static long jittered(Duration time) {
        long half = time.toNanos() / 2;
        return half + ThreadLocalRandom.current().nextLong(half + 1);
    }

    private void update() {
        Set<Candidate> rivals = candidates().stream()
                .filter(candidate -> candidate.role() == Role.RIVAL)
                .collect(Collectors.toSet());
        FoundNodes next = roles.assign(candidates());
        long now = nanoClock.getAsLong();
        for (Candidate candidate : candidates()) {
            if (candidate.role() == Role.RIVAL && !rivals.contains(candidate)) {
                newRival(candidate, now);
            }
        }
        statuses = followed.values().stream().map(FollowedSource::status).toList();
        if (!next.equals(last)) {
            logChange(last, next);
            last = next;
            target.accept(next);
        }
    }

    /** Asks both nodes with one id again: one may be a process that has ended. */
    private void newRival(Candidate rival, long now) {
        LOG.atWarn()
                .addKeyValue("id", rival.id().map(PeerId::value).orElse(""))
                .addKeyValue("link", rival.endpoint().link())
                .addKeyValue("source", rival.source().label())
                .log("two nodes have the same id; the one that was found later is refused");
        rival.askAt(now + jittered(CONTESTED));
        candidates().stream()
                .filter(other -> other != rival && other.id().equals(rival.id()))
                .forEach(other -> other.askAt(now));
    }

    private static void logChange(FoundNodes before, FoundNodes after) {
        Map<PeerId, Peer> gone = new HashMap<>();
        before.peers().forEach(peer -> gone.put(peer.id(), peer));
        after.peers().stream()
                .sorted(Comparator.comparing(peer -> peer.id().value()))
                .filter(peer -> gone.remove(peer.id()) == null)
                .forEach(peer -> LOG.atInfo()
                        .addKeyValue("peer", peer.id())
                        .addKeyValue("link", peer.link())
                        .addKeyValue(
                                "source", peer.source().map(PeerSource::label).orElse(""))
                        .log("peer found"));
        gone.values()
                .forEach(peer -> LOG.atInfo()
                        .addKeyValue("peer", peer.id())
                        .addKeyValue("link", peer.link())
                        .log("peer gone; its links drain"));
    }

    @Override
    public void close() {
        executor.shutdownNow();
        boolean interrupted = false;
        try {
            executor.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        followed.values().forEach(FollowedSource::close);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
