package io.narrows.cli.estimate.page;

import io.narrows.estimate.measured.Range;

/**
 * A price in the diagram.
 *
 * @param remark what distinguishes it from the others; may be empty
 */
record Bar(String label, String remark, Range usd, Style style) {
    /** How a bar is drawn. */
    enum Style {
        WITHOUT,
        CODEC,
        POLICY,
        BEST
    }
}
