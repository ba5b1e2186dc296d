package io.narrows.middleware.meter;

/** Which way messages go, seen from this process. */
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

    /** What a codec does with messages that go this way. */
    String operation() {
        return operation;
    }
}
