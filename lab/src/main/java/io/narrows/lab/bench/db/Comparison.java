package io.narrows.lab.bench.db;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** The figures of both engines, round by round. Not thread-safe. */
final class Comparison {
    private final Settings settings;
    private final Map<EngineKind, List<List<Figures>>> rounds = new EnumMap<>(EngineKind.class);

    Comparison(Settings settings) {
        this.settings = settings;
        for (EngineKind kind : EngineKind.values()) {
            rounds.put(kind, new ArrayList<>());
        }
    }

    /** @param ofRound figures of each benchmark, in order */
    void add(EngineKind kind, List<Figures> ofRound) {
        roundsOf(kind).add(List.copyOf(ofRound));
    }

    private List<List<Figures>> roundsOf(EngineKind kind) {
        return Objects.requireNonNull(rounds.get(kind));
    }

    Settings settings() {
        return settings;
    }

    int rounds() {
        return roundsOf(EngineKind.NARROWS).size();
    }

    /** Returns the names of the benchmarks in order; one that runs twice is listed twice. */
    List<String> benchmarks() {
        return roundsOf(EngineKind.NARROWS).get(0).stream()
                .map(Figures::benchmark)
                .toList();
    }

    /** @param benchmark index in {@link #benchmarks} */
    Pair pair(int benchmark, ToDoubleFunction<Figures> figure) {
        return new Pair(of(EngineKind.NARROWS, benchmark, figure), of(EngineKind.ROCKSDB, benchmark, figure));
    }

    /** Returns the sum over all benchmarks. */
    Pair sum(ToDoubleFunction<Figures> figure) {
        return new Pair(sums(EngineKind.NARROWS, figure), sums(EngineKind.ROCKSDB, figure));
    }

    private List<Double> of(EngineKind kind, int benchmark, ToDoubleFunction<Figures> figure) {
        return roundsOf(kind).stream()
                .map(round -> figure.applyAsDouble(round.get(benchmark)))
                .toList();
    }

    private List<Double> sums(EngineKind kind, ToDoubleFunction<Figures> figure) {
        return roundsOf(kind).stream()
                .map(round -> round.stream().mapToDouble(figure).sum())
                .toList();
    }
}
