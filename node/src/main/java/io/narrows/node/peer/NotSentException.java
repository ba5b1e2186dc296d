package io.narrows.node.peer;

/** Thrown if a request certainly did not reach its peer: it can be resent without being executed twice. */
public final class NotSentException extends PeerException {
    NotSentException(String message) {
        this(message, null);
    }

    NotSentException(String message, Throwable cause) {
        super(message, cause);
    }
}
