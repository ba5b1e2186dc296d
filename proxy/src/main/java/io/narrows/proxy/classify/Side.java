package io.narrows.proxy.classify;

/** The two ends of a captured connection. */
public enum Side {
    /** The one that made the connection: it says what it wants. */
    CONNECTING,
    /** The one that was connected to. */
    ANSWERING
}
