package io.narrows.proxy.link;

/**
 * Thrown when a dial fails because the peer requires TLS or has none; dialing may succeed with the other
 * protection.
 */
public final class OtherProtectionException extends NoLinkException {
    private static final long serialVersionUID = 1L;

    public OtherProtectionException(String message) {
        super(message);
    }
}
