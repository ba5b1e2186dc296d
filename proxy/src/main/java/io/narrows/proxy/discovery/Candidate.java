package io.narrows.proxy.discovery;

import io.narrows.config.IpAddress;
import io.narrows.config.PeerId;
import io.narrows.config.PeerSource;
import io.narrows.proxy.link.handshake.Introduction;
import java.util.Optional;
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

    private final PeerSource source;
    private final Endpoint endpoint;
    private final IpAddress ip;
    private @Nullable Introduction introduction;
    private long identifiedAs = Long.MAX_VALUE;
    private Optional<String> problem = Optional.empty();
    private Role role = Role.UNIDENTIFIED;
    private long nextAskNanos;
    private int failures;
    private boolean asking;

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

    /** Returns the id of the node: that of the source, or else of the node's own hello. */
    Optional<PeerId> id() {
        return endpoint.id().or(() -> Optional.ofNullable(introduction).map(Introduction::id));
    }

    Optional<Introduction> introduction() {
        return Optional.ofNullable(introduction);
    }

    /** Returns the order in which nodes were identified: the first of two with one id is the peer. */
    long identifiedAs() {
        return identifiedAs;
    }

    /** Records who the node is. A node that was known keeps its place in the order. */
    void identified(@Nullable Introduction answer, long order) {
        boolean same =
                introduction != null && answer != null && introduction.id().equals(answer.id());
        introduction = answer;
        identifiedAs = same ? identifiedAs : order;
        problem = Optional.empty();
        failures = 0;
    }

    /** Records that the node did not answer, or gave no answer that counts. */
    void failed(String why) {
        problem = Optional.of(why);
        failures++;
    }

    /** Forgets who the node was. */
    void forget() {
        introduction = null;
        identifiedAs = Long.MAX_VALUE;
    }

    /** Returns why the node is not identified. */
    Optional<String> problem() {
        return problem;
    }

    int failures() {
        return failures;
    }

    Role role() {
        return role;
    }

    void play(Role next) {
        role = next;
    }

    boolean isDue(long nowNanos) {
        return !asking && nowNanos - nextAskNanos >= 0;
    }

    void askAt(long nanos) {
        nextAskNanos = nanos;
    }

    void asking(boolean now) {
        asking = now;
    }
}
