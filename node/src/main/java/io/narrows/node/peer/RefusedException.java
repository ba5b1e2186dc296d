package io.narrows.node.peer;

import java.io.IOException;

/** A peer that is reached and cannot be in one group with this member. */
public final class RefusedException extends IOException {
    /** Reasons for which the two members cannot be in one group. */
    public enum Reason {
        WRONG_CLUSTER,
        /** The dialled address led to another member. */
        WRONG_ADDRESS,
        /** The peer speaks another version of the protocol. */
        UNKNOWN_VERSION,
        /** The peer speaks HTTP/2, as versions that replicate with Apache Ratis do. */
        EARLIER_STORE,
        /** The peer speaks another protocol, or breaks this one. */
        OTHER_PROTOCOL
    }

    private final Reason reason;

    RefusedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Reason for which the two members cannot be in one group. */
    public Reason reason() {
        return reason;
    }
}
