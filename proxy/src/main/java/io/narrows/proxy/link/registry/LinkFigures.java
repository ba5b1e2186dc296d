package io.narrows.proxy.link.registry;

/** The figures of a link for the metrics and the admin port. Safe for use by many threads. */
public interface LinkFigures {
    /** Returns the metrics label of the distance to the peer. */
    String tierLabel();

    /** Returns whether the link uses a faster codec than its policy requests. */
    boolean isSteppedDown();

    /** Returns the memory of the link's contexts and waiting bytes, in bytes. */
    long memoryBytes();

    /**
     * Returns the part of the link's contexts that is on the Java heap, in bytes, as of the last {@link RegisteredLink#releaseIfIdleFor}.
     * Probes and shared history are not included.
     */
    long heapBytes();

    /** Returns a summary for the admin port; that of a link that changes during the call may mix both states. */
    LinkSummary summary();
}
