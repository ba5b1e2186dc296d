package io.narrows.node.peer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown if a request to a peer got no response. */
public abstract sealed class PeerException extends IOException permits NotSentException, LostException {
    PeerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
