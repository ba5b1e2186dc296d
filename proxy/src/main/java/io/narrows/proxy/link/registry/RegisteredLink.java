package io.narrows.proxy.link.registry;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.liveness.LinkLiveness;
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

    /** Returns the number of the link, unique in this process, above 0. Safe from any thread. */
    long number();

    /** Returns the event loop of the connection. Safe from any thread. */
    EventLoop eventLoop();

    /** Returns what the metrics and the admin port show of the link. Safe from any thread. */
    LinkFigures figures();

    /** Counts traffic from now on at the peer's place in the active configuration. Called on the event loop. */
    void relocate();

    /** Closes an unused link. */
    void retire();

    /** Announces the codecs that this side refuses now, if the peer does not know them and accepts such messages. */
    void tellRefusals();

    /** Returns the keepalives of the link. Safe from any thread. */
    LinkLiveness liveness();

    /** Books the TCP and IP headers since the last call. */
    void bookHeaders();

    /**
     * Frees a sending context that was idle for that many nanoseconds, and history that this link does not follow. Updates the
     * memory of the link, since other links may have changed its part of the shared history, and its part of the heap.
     */
    void releaseIfIdleFor(long nanos);

    /** Closes the link immediately; its user, if any, is notified of the loss. */
    void cut(Failure failure);
}
