package io.narrows.proxy.starttls;

import io.narrows.proxy.meter.Failure;

/** Thrown for a connection that must not, or does not, turn to TLS. */
public final class RefusedStartException extends Exception {
    private static final long serialVersionUID = 1;

    private final Failure failure;
    private final transient byte[] answer;

    RefusedStartException(Failure failure, String message) {
        this(failure, message, new byte[0]);
    }

    /** @param answer the error in the protocol of the other end; empty to answer with a reset */
    RefusedStartException(Failure failure, String message, byte[] answer) {
        super(message, null, false, false); // strangers cause it, and its stack has no use
        this.failure = failure;
        this.answer = answer;
    }

    public Failure failure() {
        return failure;
    }

    /** Returns the error in the protocol of the other end; empty to answer with a reset. */
    public byte[] answer() {
        return answer;
    }
}
