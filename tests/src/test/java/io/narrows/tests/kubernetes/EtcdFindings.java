package io.narrows.tests.kubernetes;

import io.narrows.tests.kubernetes.KubernetesRun.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Findings of runs on etcd, the baseline for those on the bundled store. */
final class EtcdFindings {
    private List<String> script = List.of();
    private LogKinds steady = new LogKinds(Map.of());
    private LogKinds all = new LogKinds(Map.of());

    /** Adds the findings of a run on etcd. */
    void add(Result result) {
        script = result.script();
        steady = steady.with(result.steady());
        all = all.with(result.all());
    }

    /** Returns the kinds of warnings and errors that the API server logged on etcd. */
    LogKinds all() {
        return all;
    }

    /**
     * Returns the differences on the bundled store while nothing failed: warnings and errors in the log, and responses
     * to the script.
     */
    List<String> differences(Result result) {
        List<String> differences = new ArrayList<>();
        result.steady()
                .beyond(steady)
                .counts()
                .forEach((kind, count) -> differences.add(
                        "while nothing failed, logged on the bundled store alone: %d x %s".formatted(count, kind)));
        for (int line = 0; line < Math.max(script.size(), result.script().size()); line++) {
            String found = line(result.script(), line);
            String expected = line(script, line);
            if (!found.equals(expected)) {
                differences.add("line %d: %s (on etcd: %s)".formatted(line + 1, found, expected));
            }
        }
        return differences;
    }

    private static String line(List<String> script, int line) {
        return line < script.size() ? script.get(line) : "the script has ended";
    }
}
