package io.narrows.proxy.link;

import io.narrows.proxy.meter.Failure;
import java.io.IOException;

/** A link that did not come about. It was logged and counted where that was noticed. */
public class NoLinkException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Failure failure;

    /** A link that the peer or the connection to it prevented. */
    NoLinkException(String message) {
        this(Failure.PEER_UNREACHABLE, message);
    }

    /** @param failure why the application's connection is not carried */
    NoLinkException(Failure failure, String message) {
        super(message);
        this.failure = failure;
    }

    /** Returns the reason why a connection cannot be carried if its link could not be made. */
    public static Failure failure(Throwable cause) {
        return cause instanceof NoLinkException none ? none.failure : Failure.PEER_UNREACHABLE;
    }
}
