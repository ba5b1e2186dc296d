package io.narrows.cli.output;

import java.util.Locale;

/**
 * The columns of a table for people.
 *
 * @param format of a line, with a cell for each column, as of {@link String#format}
 */
public record Columns(String format) {
    /** A line, without blanks at its end. */
    public String line(Object... cells) {
        return String.format(Locale.ROOT, format, cells).stripTrailing();
    }
}
