package io.narrows.proxy.meter;

/** The reason why a link uses a faster codec than its policy requests. */
public enum StepDownReason {
    /**
     * The application writes faster than the codec encodes: the encoder's queue was full, and did not become empty for
     * a while afterward; or frames were late in a second in which more bytes arrived than the codec could have
     * encoded.
     */
    QUEUE("queue"),
    /** Frames waited longer for a processor than encoding them took. */
    CPU("cpu");

    private final String label;

    StepDownReason(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
