package io.narrows.proxy.meter;

/** Why a link took a faster codec than its policy asks for. */
public enum StepDownReason {
    /**
     * As many bytes waited for the encoder as may wait, and for a while since then some always did: the application writes
     * faster than the codec encodes.
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
