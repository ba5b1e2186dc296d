package io.narrows.config;

/** Thrown if the platform does not know this machine's place. The message gives the reason, without the key. */
public final class UnknownPlaceException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean temporary;

    /** Creates the exception for a platform that may know the place later. */
    public UnknownPlaceException(String reason) {
        this(reason, true);
    }

    private UnknownPlaceException(String reason, boolean temporary) {
        super(reason);
        this.temporary = temporary;
    }

    /** Returns the exception for a place that will not be known later either. */
    public static UnknownPlaceException forGood(String reason) {
        return new UnknownPlaceException(reason, false);
    }

    /** Returns whether the platform may know the place later. */
    public boolean isTemporary() {
        return temporary;
    }
}
