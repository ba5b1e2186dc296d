package io.narrows.bench.sst;

import io.narrows.bench.report.MarkdownTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A Markdown table for each task, with a row for each engine. */
final class Tables {
    private Tables() {}

    static String of(List<Result> results, List<Column> columns) {
        Map<String, List<Result>> tasks = results.stream()
                .collect(Collectors.groupingBy(
                        result -> result.trial().task(), LinkedHashMap::new, Collectors.toList()));
        return tasks.entrySet().stream()
                .map(task -> "### " + task.getKey() + "\n\n" + table(task.getValue(), columns))
                .collect(Collectors.joining("\n"));
    }

    private static String table(List<Result> results, List<Column> columns) {
        MarkdownTable table = MarkdownTable.ofFigures(
                "engine", columns.stream().map(Column::title).toList());
        for (Result result : results) {
            table.row(
                    result.trial().engine(),
                    columns.stream().map(column -> column.text(result)).toList());
        }
        return table.toString();
    }
}
