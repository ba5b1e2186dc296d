package io.narrows.unpack;

/** The reason why a piece travels as it is. */
public enum Refusal {
    /** The piece or its plain bytes exceed a limit. */
    TOO_LARGE("too-large"),
    /** The plain bytes would be too many times as long as the piece. */
    RATIO("ratio"),
    /** The piece is not valid in its format, or uses a feature that is not supported, such as a dictionary. */
    MALFORMED("malformed"),
    /** No recipe makes these bytes, nor similar ones. */
    NO_RECIPE("no-recipe"),
    /** The piece is so short, or differs so much from what a recipe makes, that carrying it unpacked would gain nothing. */
    NO_GAIN("no-gain"),
    /** The block refers to an earlier one that was not unpacked. */
    NO_HISTORY("no-history"),
    /** Too many earlier pieces matched no recipe; the search continues later. */
    PAUSED("paused"),
    /** There was no memory for the buffers or the encoder. */
    NO_MEMORY("no-memory");

    private final String label;

    Refusal(String label) {
        this.label = label;
    }

    /** Returns the label of metrics. */
    public String label() {
        return label;
    }
}
