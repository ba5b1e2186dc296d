package io.narrows.cli.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats charges as CSV (RFC 4180) with a header; a null is an empty field. */
final class FocusCsv {
    private FocusCsv() {}

    static String of(List<FocusRow> rows) {
        return Stream.concat(Stream.of(FocusColumn.ids()), rows.stream().map(FocusRow::cells))
                .map(FocusCsv::line)
                .collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return cells.stream().map(FocusCsv::quoted).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String quoted(String cell) {
        boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
