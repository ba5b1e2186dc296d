package io.narrows.storage.bench.sst;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A table in Markdown for each task, with a row for each engine. */
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
        StringBuilder table = new StringBuilder();
        line(table, "engine", columns.stream().map(Column::title).toList());
        line(table, "---", columns.stream().map(column -> "---:").toList());
        for (Result result : results) {
            line(
                    table,
                    result.trial().engine(),
                    columns.stream().map(column -> column.text(result)).toList());
        }
        return table.toString();
    }

    static void line(StringBuilder table, String first, List<String> cells) {
        table.append("| ")
                .append(first)
                .append(" | ")
                .append(String.join(" | ", cells))
                .append(" |\n");
    }
}
