package io.narrows.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A table in Markdown with a row per summary. */
final class Table {
    private Table() {}

    static String of(List<Summary> rows, List<Column> columns) {
        List<String> lines = new ArrayList<>();
        lines.add(line(columns.stream().map(Column::title).toList(), "peer", "runs"));
        lines.add(line(columns.stream().map(column -> "---:").toList(), "---", "---:"));
        for (Summary row : rows) {
            lines.add(line(
                    columns.stream()
                            .map(column -> column.cell().apply(row, rows))
                            .toList(),
                    name(row),
                    row.runs()));
        }
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    private static String name(Summary row) {
        return row.peer() + (row.state() == Run.State.COLD ? ", cold" : "");
    }

    private static String line(List<String> cells, String first, String last) {
        return "| " + first + " | " + String.join(" | ", cells) + " | " + last + " |";
    }
}
