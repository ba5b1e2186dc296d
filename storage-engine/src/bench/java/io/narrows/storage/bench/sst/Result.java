package io.narrows.storage.bench.sst;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** All samples of a trial. */
record Result(Trial trial, List<Sample> samples) {
    double median(ToDoubleFunction<Sample> figure) {
        double[] sorted = samples.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    double least(ToDoubleFunction<Sample> figure) {
        return samples.stream().mapToDouble(figure).min().orElseThrow();
    }

    double most(ToDoubleFunction<Sample> figure) {
        return samples.stream().mapToDouble(figure).max().orElseThrow();
    }
}
