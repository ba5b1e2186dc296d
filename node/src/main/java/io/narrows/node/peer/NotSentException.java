package io.narrows.node.peer;

import org.jspecify.annotations.Nullable;

/** Thrown if a request certainly did not reach its peer: it can be resent without being executed twice. */
public final class NotSentException extends PeerException {
    NotSentException(String message) {
        this(message, null);
    }

    NotSentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
