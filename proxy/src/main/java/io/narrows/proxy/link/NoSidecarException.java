package io.narrows.proxy.link;

/** Thrown when a dial fails because the peer's sidecar does not answer, or is about to be removed. */
public final class NoSidecarException extends NoLinkException {
    private static final long serialVersionUID = 1L;

    public NoSidecarException(String message) {
        super(message);
    }

    /** Returns whether a dial failed because no sidecar is there, rather than because of what the sidecar answered. */
    public static boolean isAbsence(Throwable cause) {
        return !(cause instanceof NoLinkException) || cause instanceof NoSidecarException;
    }
}
