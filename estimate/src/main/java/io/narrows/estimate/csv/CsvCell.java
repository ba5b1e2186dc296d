package io.narrows.estimate.csv;

import java.util.ArrayList;
import java.util.List;

/**
 * A value of a line.
 *
 * @param column where it begins in the line, from 1
 */
public record CsvCell(String text, int column) {
    private static final char QUOTE = '"';
    private static final char COMMA = ',';

    /**
     * Splits a line at its commas. A value in quotes may contain commas and doubled quotes, but no line end; blanks around
     * a value without quotes are dropped.
     *
     * @throws CsvSyntaxException if a quote is not closed, or text follows it
     */
    public static List<CsvCell> parse(String line) throws CsvSyntaxException {
        List<CsvCell> cells = new ArrayList<>();
        int at = 0;
        while (true) {
            int start = skipBlanks(line, at);
            boolean quoted = start < line.length() && line.charAt(start) == QUOTE;
            int end = quoted ? endOfQuote(line, start) : endOfText(line, start);
            String text = quoted
                    ? line.substring(start + 1, end - 1).replace("\"\"", "\"")
                    : line.substring(start, end).strip();
            cells.add(new CsvCell(text, start + 1));
            at = skipBlanks(line, end);
            if (at == line.length()) {
                return cells;
            }
            if (line.charAt(at) != COMMA) {
                throw new CsvSyntaxException(at + 1, "text after a closing quote (expected: a comma)");
            }
            at++;
        }
    }

    private static int skipBlanks(String line, int from) {
        int at = from;
        while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
            at++;
        }
        return at;
    }

    private static int endOfText(String line, int start) {
        int comma = line.indexOf(COMMA, start);
        return comma < 0 ? line.length() : comma;
    }

    private static int endOfQuote(String line, int start) throws CsvSyntaxException {
        int at = start + 1;
        while (at < line.length()) {
            if (line.charAt(at) == QUOTE) {
                if (at + 1 == line.length() || line.charAt(at + 1) != QUOTE) {
                    return at + 1;
                }
                at++;
            }
            at++;
        }
        throw new CsvSyntaxException(start + 1, "a quote is not closed on its line");
    }
}
