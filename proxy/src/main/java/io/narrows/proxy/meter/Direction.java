package io.narrows.proxy.meter;

/** The direction of bytes on a link, seen from this sidecar. */
public enum Direction {
    SENT("sent"),
    RECEIVED("received");

    private final String label;

    Direction(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    public Direction opposite() {
        return this == SENT ? RECEIVED : SENT;
    }
}
