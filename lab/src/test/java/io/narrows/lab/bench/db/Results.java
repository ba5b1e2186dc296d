package io.narrows.lab.bench.db;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Keeps results. */
final class Results implements Report {
    private final List<Figures> figures = new ArrayList<>();
    private final List<String> statistics = new ArrayList<>();

    @Override
    public void result(EngineKind engine, Figures ofOne, Histogram nanos) {
        figures.add(ofOne);
    }

    @Override
    public void statistics(EngineKind engine, String text) {
        statistics.add(text);
    }

    Figures of(Benchmark benchmark) {
        return figures.stream()
                .filter(one -> one.benchmark().equals(benchmark.toString()))
                .findFirst()
                .orElseThrow();
    }

    List<Figures> all() {
        return figures;
    }

    List<String> statistics() {
        return statistics;
    }
}
