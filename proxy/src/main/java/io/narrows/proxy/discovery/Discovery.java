package io.narrows.proxy.discovery;

import io.narrows.config.FoundNodes;
import io.narrows.config.IpAddress;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.PeerLookup;
import io.narrows.config.PeerSource;
import io.narrows.proxy.discovery.Candidate.Role;
import io.narrows.proxy.live.LiveConfig;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Follows the sources of peers: asks each node that they report who it is, and reports the nodes that are peers now.
 *
 * <pre>
 *  EndpointSource ──► FollowedSource ──► Candidate ──► Asking: who is there? ──► Roles ──► FoundNodes
 * </pre>
 *
 * <p>Works on one thread of its own; other threads may call the public methods.
 */
public final class Discovery implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);

    private static final long TICK_MILLIS = 250;

    /** Shortest time between two reports of nodes, each of which applies a configuration. */
    private static final long UPDATE_MILLIS = 100;

    /** Time for which the address of a proven peer that is gone gets nothing without a link. */
    private static final Duration DEPARTED = Duration.ofHours(1);

    /** Shortest time between two looks for nodes that have proven who they are before they were found. */
    private static final Duration PROVEN_STRANGERS = Duration.ofSeconds(1);

    /** Shortest time between two looks for nodes of which anything may be said. */
    private static final Duration STRANGERS = Duration.ofSeconds(10);

    private static final int MOST_STRANGERS = 100;

    private record Departure(PeerSource source, long nanos) {}

    private record Stranger(PeerId id, IpAddress address, boolean proven) {
        /** One that has proven its id may come from another address than the one that was found. */
        boolean mayBe(Candidate candidate) {
            boolean unidentified = candidate.role() == Role.UNIDENTIFIED;
            return candidate.ip().equals(address)
                    || proven && (unidentified || candidate.id().equals(Optional.of(id)));
        }
    }

    private final LiveConfig live;
    private final EndpointSource.Factory sources;
    private final long instance;
    private final Consumer<FoundNodes> target;
    private final LongSupplier nanoClock;
    private final ScheduledExecutorService executor = executor("narrows-discovery");
    private final ScheduledExecutorService readers = executor("narrows-sources");
    private final Asking asking;

    private final Map<PeerLookup, FollowedSource> followed = new LinkedHashMap<>();
    private final Map<IpAddress, Departure> departed = new HashMap<>();
    private final Set<Stranger> strangers = ConcurrentHashMap.newKeySet();
    private FoundNodes last = FoundNodes.NONE;
    private @Nullable Long refreshedNanos;
    private boolean anyStrangers;
    private boolean provenStrangers;
    private long updatedNanos = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(UPDATE_MILLIS);
    private boolean updating;
    private boolean ticking;
    private volatile boolean started;
    private volatile List<SourceStatus> statuses = List.of();

    /**
     * @param sources opens the sources
     * @param instance the number of this process in its hellos
     * @param linked returns the peers to which this node has dialed links
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
        this.instance = instance;
        this.target = target;
        this.nanoClock = nanoClock;
        this.asking = new Asking(introducer, linked, nanoClock, this::candidates, this::run, this::updateSoon);
    }

    private static ScheduledExecutorService executor(String name) {
        return Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Follows the sources of the active configuration from now on, and no others. */
    public void applyConfig() {
        if (started || live.current().discovery().enabled()) {
            started = true;
            run(this::followConfigured);
        }
    }

    /**
     * Reacts to a node that says hello before it is found, or otherwise than as it was found: asks who is there again, and soon
     * looks into the sources.
     *
     * @param id the id in its hello
     * @param proven whether it has a certificate with a name that a source allows for the id
     */
    public void strangerSeen(PeerId id, IpAddress address, boolean proven) {
        if (strangers.size() < MOST_STRANGERS && strangers.add(new Stranger(id, address, proven))) {
            run(this::lookForStrangers);
        }
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
        Map<PeerLookup, FollowedSource> before = new HashMap<>(followed);
        followed.clear();
        for (PeerSource configured : live.current().discovery().sources()) {
            FollowedSource known = before.remove(configured.lookup());
            if (known == null) {
                open(configured);
            } else {
                followed.put(configured.lookup(), known);
                known.applyConfig(configured, nanoClock.getAsLong());
                judgeAgain(known);
            }
        }
        before.values().forEach(FollowedSource::close);
        if (!ticking) {
            ticking = true;
            executor.scheduleWithFixedDelay(() -> run(this::tick), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
        update();
    }

    private void open(PeerSource configured) {
        try {
            FollowedSource added =
                    new FollowedSource(configured, sources.open(configured, readers), nanoClock.getAsLong());
            followed.put(configured.lookup(), added);
            added.source().start(new Reports(added));
        } catch (RuntimeException e) {
            LOG.atError()
                    .addKeyValue("source", configured.label())
                    .setCause(e)
                    .log("cannot follow a source of peers because of an internal error");
        }
    }

    /** Forgets the nodes that have not proven what the source asks for now. */
    private void judgeAgain(FollowedSource source) {
        long now = nanoClock.getAsLong();
        source.candidates().stream()
                .filter(candidate -> candidate
                        .introduction()
                        .flatMap(answer -> Asking.objection(source.config(), answer))
                        .isPresent())
                .forEach(candidate -> {
                    candidate.forget();
                    candidate.doubt(now);
                });
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
                int ignoredBefore = source.ignored().size();
                source.take(endpoints, nanoClock.getAsLong()).forEach(Discovery.this::noteDeparture);
                if (source.ignored().size() > ignoredBefore) {
                    FoundLog.ignored(source);
                }
                updateSoon();
                asking.askDue();
            });
        }

        @Override
        public void failed(String why) {
            run(() -> {
                boolean warn = source.failed(nanoClock.getAsLong());
                FoundLog.failure(source, warn ? Level.WARN : Level.INFO, why);
                updateSoon();
            });
        }
    }

    /** Remembers the address of a peer with a certificate, so that nothing goes there without a link if a source is wrong. */
    private void noteDeparture(Candidate gone) {
        boolean certified =
                gone.introduction().flatMap(answer -> answer.certificateNames()).isPresent();
        boolean proven =
                certified || gone.source().allow().isPresent() && !gone.source().plaintext();
        if (proven && (gone.role() == Role.PEER || gone.role() == Role.ALIAS)) {
            departed.put(gone.ip(), new Departure(gone.source(), nanoClock.getAsLong()));
        }
    }

    private List<Candidate> candidates() {
        return followed.values().stream()
                .map(FollowedSource::candidates)
                .flatMap(Collection::stream)
                .toList();
    }

    /** Asks the nodes whose turn it is, and warns about sources that should be readable by now. */
    private void tick() {
        long now = nanoClock.getAsLong();
        for (FollowedSource source : followed.values()) {
            source.overdueWarning(now).ifPresent(why -> FoundLog.failure(source, Level.WARN, why));
        }
        if (departed.values().removeIf(gone -> now - gone.nanos() >= DEPARTED.toNanos())) {
            updateSoon();
        }
        lookForStrangers();
    }

    /** Asks the nodes that strangers may be, and looks into the sources, but not too often. */
    private void lookForStrangers() {
        long now = nanoClock.getAsLong();
        for (Stranger stranger : List.copyOf(strangers)) {
            strangers.remove(stranger);
            candidates().stream().filter(stranger::mayBe).forEach(candidate -> candidate.doubt(now));
            provenStrangers |= stranger.proven();
            anyStrangers = true;
        }
        long wait = (provenStrangers ? PROVEN_STRANGERS : STRANGERS).toNanos();
        if (anyStrangers && (refreshedNanos == null || now - refreshedNanos >= wait)) {
            refreshedNanos = now;
            anyStrangers = false;
            provenStrangers = false;
            followed.values().forEach(one -> one.source().refresh());
        }
        asking.askDue();
    }

    /** Takes what has changed by now into account, but not more often than a configuration can be applied. */
    private void updateSoon() {
        if (!updating) {
            updating = true;
            long wait = updatedNanos + TimeUnit.MILLISECONDS.toNanos(UPDATE_MILLIS) - System.nanoTime();
            try {
                executor.schedule(() -> run(this::update), Math.max(0, wait), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException e) {
                LOG.atDebug().setCause(e).log("stopping; no more peers are looked for");
            }
        }
    }

    private void update() {
        updating = false;
        updatedNanos = System.nanoTime();
        Set<Candidate> rivals = candidates().stream()
                .filter(candidate -> candidate.role() == Role.RIVAL)
                .collect(Collectors.toSet());
        FoundNodes next = assignRoles();
        long now = nanoClock.getAsLong();
        candidates().stream()
                .filter(candidate -> candidate.role() == Role.RIVAL && !rivals.contains(candidate))
                .forEach(rival -> newRival(rival, now));
        statuses = followed.values().stream().map(FollowedSource::status).toList();
        if (!next.equals(last)) {
            FoundLog.change(last, next);
            last = next;
            target.accept(next);
        }
    }

    private FoundNodes assignRoles() {
        Set<PeerId> listed = live.current().listedPeers().stream().map(Peer::id).collect(Collectors.toSet());
        Roles roles = new Roles(live.current().node().id(), instance, listed);
        roles.assign(candidates());
        followed.values().forEach(source -> source.ignored().forEach(ip -> roles.leaveOut(ip, source.config())));
        Map<IpAddress, PeerSource> gone = new HashMap<>();
        departed.forEach((ip, departure) -> gone.put(ip, departure.source()));
        Set<PeerSource> heard = followed.values().stream()
                .filter(FollowedSource::isHeard)
                .map(FollowedSource::config)
                .collect(Collectors.toSet());
        boolean tried = followed.values().stream().allMatch(FollowedSource::isTried);
        return roles.result(gone, heard, tried);
    }

    /** Asks the nodes with one id again: one may be a process that has ended. */
    private void newRival(Candidate rival, long now) {
        FoundLog.rival(rival);
        Optional<PeerId> id = rival.id();
        candidates().stream().filter(other -> other.id().equals(id)).forEach(other -> other.askAt(now));
    }

    @Override
    public void close() {
        executor.shutdownNow();
        readers.shutdownNow();
        boolean interrupted = false;
        try {
            if (!executor.awaitTermination(5, TimeUnit.SECONDS)) {
                LOG.warn("the discovery of peers does not end");
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        List.copyOf(followed.values()).forEach(FollowedSource::close);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
