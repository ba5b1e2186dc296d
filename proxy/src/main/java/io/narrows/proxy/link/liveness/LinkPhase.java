package io.narrows.proxy.link.liveness;

/** How far a link is from its start to its end, as its keepalives depend on it. Called on the link's event loop. */
public interface LinkPhase {
    /** Returns whether the link waits in a pool, and does not carry a captured connection. */
    boolean isReady();

    /**
     * Returns whether control messages may still be written: the link has not ended, and has not carried FIN in both directions.
     */
    boolean talks();

    /** Returns whether the peer can still be heard: the link has not ended, and the peer has not closed its end. */
    boolean peerTalks();
}
