package io.narrows.proxy.discovery;

import io.narrows.config.IpAddress;
import io.narrows.config.PeerId;
import io.narrows.config.PeerSource;
import io.narrows.proxy.link.handshake.Introduction;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** An endpoint that a source reports, and what is known about the node there. Used by one thread. */
final class Candidate {
    /** The part that an endpoint plays. */
    enum Role {
        /** The node has not said who it is, or could not prove it. */
        UNIDENTIFIED("unidentified"),
        /** The node is a peer. */
        PEER("peer"),
        /** The endpoint is another address of a peer. */
        ALIAS("alias"),
        /** The node claims the id of another one. */
        RIVAL("rival"),
        /** The file lists a peer with the node's id, which takes precedence. */
        LISTED("listed"),
        /** The endpoint is this node's own. */
        SELF("self");

        private final String label;

        Role(String label) {
            this.label = label;
        }

        /** Returns the word in metrics. */
        String label() {
            return label;
        }
    }

    /** The most ids that a node at one address may have had within an hour: each leaves series in the metrics. */
    private static final int MOST_IDS = 10;

    /** Shortest time between two questions that others cause. */
    private static final long SHORTEST_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();

    private final IpAddress ip;
    private final Backoff backoff =
            new Backoff(() -> ThreadLocalRandom.current().nextDouble());
    private PeerSource source;
    private Endpoint endpoint;
    private @Nullable Introduction introduction;
    private long identificationOrder = Long.MAX_VALUE;
    private boolean doubted;
    private boolean outdated;
    private int absences;
    private Optional<String> problem = Optional.empty();
    private Role role = Role.UNIDENTIFIED;
    private long nextAskNanos;
    private boolean asking;
    private @Nullable Long askedNanos;
    private boolean asked;
    private boolean dropped;
    private @Nullable PeerId lastId;
    private int ids;
    private long idsSinceNanos;

    /** @param nowNanos the time from which the node may be asked */
    Candidate(PeerSource source, Endpoint endpoint, IpAddress ip, long nowNanos) {
        this.source = source;
        this.endpoint = endpoint;
        this.ip = ip;
        this.nextAskNanos = nowNanos;
    }

    PeerSource source() {
        return source;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    IpAddress ip() {
        return ip;
    }

    /** Applies what the source says now, and the source's present settings. */
    void applySource(PeerSource nowSource, Endpoint nowEndpoint) {
        source = nowSource;
        endpoint = nowEndpoint;
    }

    /** Returns the id of the node: that of the source, or else of the node's own hello. */
    Optional<PeerId> id() {
        return endpoint.id().or(() -> Optional.ofNullable(introduction).map(Introduction::id));
    }

    /** Returns the node's answer; empty if it has not been asked, or gave none that counts. */
    Optional<Introduction> introduction() {
        return Optional.ofNullable(introduction);
    }

    /** Returns the order in which nodes were identified. */
    long identificationOrder() {
        return identificationOrder;
    }

    /**
     * Records who the node is. A node that was known keeps its place in the order.
     *
     * @return false if the node at this address changes its id too often; it is then not identified
     */
    boolean identified(Introduction answer, long order, long nowNanos) {
        boolean same = introduction != null && introduction.id().equals(answer.id());
        if (!answer.id().equals(lastId) && !mayHaveAnotherId(nowNanos)) {
            forget();
            failed("its id changes too often");
            return false;
        }
        introduction = answer;
        lastId = answer.id();
        identificationOrder = same ? identificationOrder : order;
        problem = Optional.empty();
        absences = 0;
        asked = true;
        doubted = false;
        outdated = false;
        backoff.succeeded();
        return true;
    }

    private boolean mayHaveAnotherId(long nowNanos) {
        if (ids == 0 || nowNanos - idsSinceNanos >= HOUR_NANOS) {
            ids = 0;
            idsSinceNanos = nowNanos;
        }
        ids++;
        return ids <= MOST_IDS;
    }

    /** Records that the node gave no answer that counts. */
    void failed(String why) {
        problem = Optional.of(why);
        asked = true;
    }

    /** Counts a question after which the node was absent, or was there, and returns the number of absences in a row. */
    int countAbsence(boolean absent) {
        absences = absent ? absences + 1 : 0;
        return absences;
    }

    /** Forgets who the node was. */
    void forget() {
        introduction = null;
        identificationOrder = Long.MAX_VALUE;
        doubted = false;
        outdated = false;
    }

    /** Returns why the node is not identified. */
    Optional<String> problem() {
        return problem;
    }

    /** Returns whether it has been asked to the end at least once. */
    boolean wasAsked() {
        return asked;
    }

    Role role() {
        return role;
    }

    void play(Role next) {
        role = next;
    }

    /** Asks again soon, since what is known about the node may no longer be true. */
    void doubt(long nowNanos) {
        doubted = true;
        backoff.succeeded();
        Long last = askedNanos;
        askAt(last != null && nowNanos - last < SHORTEST_NANOS ? last + SHORTEST_NANOS : nowNanos);
    }

    /** Returns whether what is known about the node may no longer be true. */
    boolean isDoubted() {
        return doubted;
    }

    /** Asks again soon, since the node has been restarted, as its other address shows. */
    void outdate(long nowNanos) {
        outdated = true;
        doubt(nowNanos);
    }

    /** Returns whether the node has been restarted since it was asked. */
    boolean isOutdated() {
        return outdated;
    }

    boolean isDue(long nowNanos) {
        return !asking && nowNanos - nextAskNanos >= 0;
    }

    /** Returns the time from which the node may be asked, for an order of those that are due. */
    long nextAskNanos() {
        return nextAskNanos;
    }

    void askAt(long nanos) {
        nextAskNanos = nanos;
    }

    /** Asks again after a wait that grows with each failure. */
    void askLater(long nowNanos) {
        nextAskNanos = nowNanos + backoff.failed().toNanos();
    }

    /** Notes that the node is being asked. */
    void asking(long nowNanos) {
        asking = true;
        askedNanos = nowNanos;
    }

    /** Notes that the question has ended, with or without an answer. */
    void askingEnded() {
        asking = false;
    }

    /** Notes that the source does not report the endpoint any longer. */
    void drop() {
        dropped = true;
    }

    boolean isDropped() {
        return dropped;
    }
}
