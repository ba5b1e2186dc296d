package io.narrows.cli.estimate.page;

import io.narrows.estimate.measured.Range;

/**
 * A price in the diagram.
 *
 * @param remark what distinguishes it from the others; may be empty
 */
record Bar(String label, String remark, Range usd, Style style) {
    /** The look of a bar, as a class of the style sheet. */
    enum Style {
        WITHOUT,
        CODEC,
        POLICY,
        BEST
    }
}
