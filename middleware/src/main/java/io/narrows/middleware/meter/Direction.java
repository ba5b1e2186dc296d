package io.narrows.middleware.meter;

/** The direction of messages, as seen from this process. */
public enum Direction {
    SENT("sent", "compress"),
    RECEIVED("received", "uncompress");

    private final String label;
    private final String operation;

    Direction(String label, String operation) {
        this.label = label;
        this.operation = operation;
    }

    public String label() {
        return label;
    }

    /** Returns the codec's operation on messages in this direction. */
    String operation() {
        return operation;
    }
}
