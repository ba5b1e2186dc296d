package io.narrows.bench.sst;

import io.narrows.bench.report.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** All samples of a trial. */
record Result(Trial trial, List<Sample> samples) {
    Spread of(ToDoubleFunction<Sample> figure) {
        return Spread.of(samples.stream().map(figure::applyAsDouble).toList());
    }

    double median(ToDoubleFunction<Sample> figure) {
        return of(figure).median();
    }
}
