package io.narrows.node.peer;

/** A request that certainly did not reach its peer: it can be sent again without being carried out twice. */
public final class NotSentException extends PeerException {
    NotSentException(String message) {
        this(message, null);
    }

    NotSentException(String message, Throwable cause) {
        super(message, cause);
    }
}
