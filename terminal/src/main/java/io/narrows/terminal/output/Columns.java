package io.narrows.terminal.output;

import java.util.Locale;

/**
 * The columns of a text table.
 *
 * @param format of a line, with a cell per column, as for {@link String#format}
 */
public record Columns(String format) {
    /** Formats a line, without trailing blanks. */
    public String line(Object... cells) {
        return String.format(Locale.ROOT, format, cells).stripTrailing();
    }
}
