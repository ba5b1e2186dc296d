package io.narrows.proxy.link;

/**
 * Thrown when a connection ends after the hellos because the first one left out encoders that the accepting side does not have. The failure
 * is neither logged nor counted: the dialing side must dial again, with a hello that has all encoders, which does not fail in this way.
 */
public final class OtherEncodersException extends NoLinkException {
    private static final long serialVersionUID = 1L;

    public OtherEncodersException(String message) {
        super(message);
    }
}
