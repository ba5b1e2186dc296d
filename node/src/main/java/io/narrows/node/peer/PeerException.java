package io.narrows.node.peer;

import java.io.IOException;

/** A request to a peer that got no answer. */
public abstract sealed class PeerException extends IOException permits NotSentException, LostException {
    PeerException(String message, Throwable cause) {
        super(message, cause);
    }
}
