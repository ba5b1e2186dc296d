package io.narrows.bench.report;

import java.util.EnumMap;
import java.util.Map;

/**
 * One measurement.
 *
 * @param peer its label
 * @param trial its name
 * @param state whether the peer had just started
 * @param round from 1
 */
public record Run(String peer, String trial, State state, int round, Map<Metric, Double> figures) {
    /** Distinguishes a peer that has carried traffic before the measurement from one that has not. */
    public enum State {
        COLD,
        WARM
    }

    public Run {
        figures = new EnumMap<>(figures);
    }

    /** Returns whether other load was low enough for the figures to count. */
    boolean isQuiet(double maxOtherLoad) {
        return figures.getOrDefault(Metric.OTHER_LOAD, 0.0) <= maxOtherLoad;
    }
}
