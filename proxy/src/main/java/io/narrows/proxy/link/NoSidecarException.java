package io.narrows.proxy.link;

/** Thrown when a dial fails because the peer's sidecar does not answer, or is about to be removed. */
public final class NoSidecarException extends NoLinkException {
    private static final long serialVersionUID = 1L;

    public NoSidecarException(String message) {
        super(message);
    }
}
