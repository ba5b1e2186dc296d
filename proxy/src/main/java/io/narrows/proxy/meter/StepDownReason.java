package io.narrows.proxy.meter;

/** Why a link took a faster codec than its policy asks for. */
public enum StepDownReason {
    /**
     * The application writes faster than the codec encodes: as many bytes waited for the encoder as may wait, and for a while
     * since then some always did; or frames were late in a second in which more came than the codec could have encoded.
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
