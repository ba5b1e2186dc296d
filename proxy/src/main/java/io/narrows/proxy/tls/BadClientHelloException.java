package io.narrows.proxy.tls;

/** Thrown for a connection that does not begin with a ClientHello of TLS 1.2 or later. */
public final class BadClientHelloException extends Exception {
    private static final long serialVersionUID = 1;

    BadClientHelloException(String message) {
        super(message, null, false, false); // strangers cause it, and its stack tells nothing
    }
}
