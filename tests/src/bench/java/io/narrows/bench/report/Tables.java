package io.narrows.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Formats a table per trial, under the trial's name. */
final class Tables {
    private Tables() {}

    /** @param columns by the name of the trial */
    static String of(List<Summary> summaries, Function<String, List<Column>> columns) {
        Map<String, List<Summary>> trials = summaries.stream()
                .collect(Collectors.groupingBy(Summary::trial, LinkedHashMap::new, Collectors.toList()));
        return trials.entrySet().stream()
                .map(trial -> "### `%s`\n\n%s"
                        .formatted(trial.getKey(), Table.of(trial.getValue(), columns.apply(trial.getKey()))))
                .collect(Collectors.joining("\n"));
    }
}
