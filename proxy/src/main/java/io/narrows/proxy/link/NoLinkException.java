package io.narrows.proxy.link;

import io.narrows.proxy.meter.Failure;
import java.io.IOException;

/** Thrown when a link could not be established. The failure is already logged and counted. */
public class NoLinkException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Failure failure;

    /** Creates the exception for a failure of the peer or the connection to it. */
    public NoLinkException(String message) {
        this(Failure.PEER_UNREACHABLE, message);
    }

    /** @param failure why the application's connection is not carried */
    public NoLinkException(Failure failure, String message) {
        super(message);
        this.failure = failure;
    }

    /** Returns the reason why a connection cannot be carried if its link could not be made. */
    public static Failure failure(Throwable cause) {
        return cause instanceof NoLinkException none ? none.failure : Failure.PEER_UNREACHABLE;
    }
}
