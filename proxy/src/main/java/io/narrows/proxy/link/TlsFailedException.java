package io.narrows.proxy.link;

/** Thrown when a dial fails because TLS with the peer is required and its handshake fails. */
public final class TlsFailedException extends NoLinkException {
    private static final long serialVersionUID = 1L;

    public TlsFailedException(String message) {
        super(message);
    }
}
