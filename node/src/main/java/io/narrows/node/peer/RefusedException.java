package io.narrows.node.peer;

import java.io.IOException;

/** Thrown if a peer is reachable but cannot be in the same group as this member. */
public final class RefusedException extends IOException {
    /** Reasons why two members cannot be in the same group. */
    public enum Reason {
        WRONG_CLUSTER,
        /** The dialed address belongs to another member. */
        WRONG_ADDRESS,
        /** The peer uses a different version of the protocol. */
        UNKNOWN_VERSION,
        /** The peer speaks HTTP/2, like versions that replicate with Apache Ratis. */
        EARLIER_STORE,
        /** The peer speaks a different protocol, or violates this one. */
        OTHER_PROTOCOL
    }

    private final Reason reason;

    RefusedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Returns why the two members cannot be in the same group. */
    public Reason reason() {
        return reason;
    }
}
