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
    /** Whether a peer has carried traffic before it is measured. */
    public enum State {
        COLD,
        WARM
    }

    public Run {
        figures = new EnumMap<>(figures);
    }

    /** Whether so little else was running that the figures count. */
    boolean isQuiet(double maxOtherLoad) {
        return figures.getOrDefault(Metric.OTHER_LOAD, 0.0) <= maxOtherLoad;
    }
}
