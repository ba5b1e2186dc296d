package io.narrows.tests.kubernetes;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Warnings and errors of an API server's log, by severity, source location and message without names and numbers.
 *
 * @param counts how often each kind occurs
 */
record LogKinds(Map<String, Integer> counts) {
    /** Reads the log of an API server. */
    static LogKinds of(String log) throws IOException {
        Path file = Files.createTempFile("kube-apiserver", ".log");
        Files.writeString(file, log);
        Map<String, Integer> counts = new TreeMap<>();
        Command.run(ApiLoad.PROGRAM.toString(), "kinds", file.toString())
                .lines()
                .forEach(line -> {
                    int tab = line.indexOf('\t');
                    counts.put(line.substring(tab + 1), Integer.valueOf(line.substring(0, tab)));
                });
        Files.delete(file);
        return new LogKinds(counts);
    }

    /** Returns the kinds that the other lacks. */
    LogKinds beyond(LogKinds other) {
        Map<String, Integer> more = new TreeMap<>(counts);
        more.keySet().removeAll(other.counts.keySet());
        return new LogKinds(more);
    }

    /** Returns the kinds of both. */
    LogKinds with(LogKinds other) {
        Map<String, Integer> both = new TreeMap<>(counts);
        other.counts.forEach((kind, count) -> both.merge(kind, count, Integer::sum));
        return new LogKinds(both);
    }
}
