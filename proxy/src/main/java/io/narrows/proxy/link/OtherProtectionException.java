package io.narrows.proxy.link;

/** A link that did not come about because the peer wants TLS, or has none; it may be dialled the other way. */
final class OtherProtectionException extends NoLinkException {
    private static final long serialVersionUID = 1L;

    OtherProtectionException(String message) {
        super(message);
    }
}
