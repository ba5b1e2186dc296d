package io.narrows.bench.report;

import java.util.List;
import java.util.stream.Stream;

/** A table in Markdown with a row per summary. */
final class Table {
    private Table() {}

    static String of(List<Summary> rows, List<Column> columns) {
        MarkdownTable table =
                MarkdownTable.ofFigures("peer", with(columns.stream().map(Column::title), "runs"));
        for (Summary row : rows) {
            table.row(
                    name(row), with(columns.stream().map(column -> column.cell().apply(row, rows)), row.runs()));
        }
        return table.toString();
    }

    private static List<String> with(Stream<String> cells, String last) {
        return Stream.concat(cells, Stream.of(last)).toList();
    }

    private static String name(Summary row) {
        return row.peer() + (row.state() == Run.State.COLD ? ", cold" : "");
    }
}
