package io.narrows.proxy.link.registry;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.liveness.PairRound;
import io.narrows.proxy.meter.Failure;
import io.netty.channel.EventLoop;

/** A link as the registry, the watchdog and the metrics see it. Called on the link's event loop, except where noted. */
public interface RegisteredLink {
    /** Returns the peer's id. Safe from any thread. */
    PeerId peer();

    /** Returns whether the link uses TLS. Safe from any thread. */
    boolean encrypted();

    /** Returns whether this side made the connection. Safe from any thread. */
    boolean dialled();

    /** Returns the state of the link. Safe from any thread. */
    LinkState state();

    /** Returns the metrics label of the distance to the peer. Safe from any thread. */
    String tierLabel();

    /** Returns the number of the link, unique in this process, above 0. Safe from any thread. */
    long number();

    /** Returns the event loop of the connection. Safe from any thread. */
    EventLoop eventLoop();

    /** Returns whether the link uses a faster codec than its policy requests. Safe from any thread. */
    boolean isSteppedDown();

    /** Returns the memory of the link's contexts and waiting bytes, in bytes. Safe from any thread. */
    long memoryBytes();

    /** Returns a summary for the admin port. Safe from any thread. */
    LinkSummary summary();

    /** Counts traffic from now on at the peer's place in the active configuration. Called on the event loop. */
    void relocate();

    /** Closes an unused link. */
    void retire();

    /** Announces the codecs that this side refuses now, if the peer does not know them and accepts such messages. */
    void tellRefusals();

    /** Returns whether the liveness of the links between the two nodes is judged together. Safe from any thread. */
    boolean isPaired();

    /** Returns whether the link is being read. Safe from any thread. */
    boolean listens();

    /** Returns the time at which the peer was last heard on this link, on the nano clock. Safe from any thread. */
    long heardAt();

    /** Restarts the measurement of the peer's silence. */
    void listenAnew();

    /** Sends a keepalive if due, and announces a liveness that has changed in the configuration. */
    void beat();

    /** Sends a keepalive if due, for a link that {@link #isPaired}. */
    void beat(PairRound pair);

    /** Books the TCP and IP headers since the last call. */
    void bookHeaders();

    /**
     * Frees a sending context that was idle for that many nanoseconds, and history that this link does not follow. Updates the
     * memory of the link, since other links may have changed its part of the shared history.
     */
    void releaseIfIdleFor(long nanos);

    /** Returns whether the peer was silent for too long while this side was reading. */
    boolean deaf();

    /** Returns whether the peer, or this link alone, is dead; for a link that {@link #isPaired}. */
    boolean deaf(PairRound pair);

    /** Closes the link immediately; its user, if any, is notified of the loss. */
    void cut(Failure failure);
}
