package io.narrows.proxy.tls;

/** Thrown if no certificate is made for a connection; the message says for which name, and what to change. */
public final class NotMintedException extends Exception {
    private static final long serialVersionUID = 1;

    NotMintedException(String message) {
        super(message, null, false, false); // strangers cause it, and its stack says nothing
    }
}
