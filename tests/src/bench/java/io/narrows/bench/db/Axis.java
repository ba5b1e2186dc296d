package io.narrows.bench.db;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Maps values to positions in a picture.
 *
 * @param most the highest value, above 0; the lowest is 0
 * @param from pixel of 0
 * @param to pixel of the highest value, which may be less than {@code from}
 */
record Axis(double most, double from, double to) {
    private static final int TICKS = 6;

    double at(double value) {
        return from + (to - from) * value / most;
    }

    /** Returns at most seven round values, including 0, at intervals of 1, 2 or 5 times a power of ten. */
    List<Double> ticks() {
        double step = step();
        return IntStream.rangeClosed(0, (int) Math.floor(most / step + 1e-9))
                .mapToObj(i -> i * step)
                .toList();
    }

    private double step() {
        double least = most / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= least) {
                return factor * power;
            }
        }
        return 10 * power;
    }
}
