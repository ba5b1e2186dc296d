package io.narrows.proxy.classify;

/** The two ends of a captured connection. */
public enum Side {
    /** The side that made the connection, whose first bytes show its purpose. */
    CONNECTING,
    /** The side that accepted the connection. */
    ANSWERING
}
