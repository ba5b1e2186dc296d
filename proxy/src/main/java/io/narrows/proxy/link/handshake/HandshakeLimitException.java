package io.narrows.proxy.link.handshake;

/** Thrown when there is no memory for another greeting. */
final class HandshakeLimitException extends Exception {
    private static final long serialVersionUID = 1;

    HandshakeLimitException(String message) {
        super(message, null, false, false);
    }
}
