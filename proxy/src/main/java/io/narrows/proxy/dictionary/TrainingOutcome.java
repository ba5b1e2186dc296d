package io.narrows.proxy.dictionary;

/** The outcome of a training. */
public enum TrainingOutcome {
    /** The dictionary is in use. */
    ADOPTED("adopted"),
    /** The dictionary does not save enough, compared with the one in use and with none. */
    NOT_BETTER("not-better"),
    /** The samples are too few or have nothing in common. */
    NOTHING_IN_COMMON("nothing-in-common"),
    /** The rules no longer allow what was sampled, so the dictionary is dropped. */
    NOT_ALLOWED("not-allowed"),
    /** There was not enough memory to train, or to keep the dictionary. */
    MEMORY("memory"),
    /** An internal error, or no thread was free. */
    FAILED("failed");

    private final String label;

    TrainingOutcome(String label) {
        this.label = label;
    }

    /** Returns the word in metrics. */
    public String label() {
        return label;
    }
}
