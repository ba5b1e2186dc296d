package io.narrows.proxy.link;

/** Thrown when a link could not be established because the peer does not know this node yet, but is about to. */
public final class NotYetKnownException extends NoLinkException {
    private static final long serialVersionUID = 1L;

    public NotYetKnownException(String message) {
        super(message);
    }
}
