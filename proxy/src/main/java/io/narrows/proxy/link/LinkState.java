package io.narrows.proxy.link;

/** The state of a link. */
public enum LinkState {
    /** Connected, and waiting in a pool for a captured connection. */
    READY,

    /** Taken for a connection whose target has not answered yet. */
    OPENING,

    /** Carries a connection. */
    OPEN,

    CLOSED
}
