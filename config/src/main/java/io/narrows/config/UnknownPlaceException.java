package io.narrows.config;

/** Thrown if the platform does not know this machine's place. The message gives the reason, without the key. */
public final class UnknownPlaceException extends Exception {
    private static final long serialVersionUID = 1;

    public UnknownPlaceException(String reason) {
        super(reason);
    }
}
