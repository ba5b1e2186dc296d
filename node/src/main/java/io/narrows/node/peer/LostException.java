package io.narrows.node.peer;

import org.jspecify.annotations.Nullable;

/** Thrown if a request got no response; the peer may have executed it. */
public sealed class LostException extends PeerException permits AnswerTimeoutException {
    LostException(String message) {
        this(message, null);
    }

    LostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
