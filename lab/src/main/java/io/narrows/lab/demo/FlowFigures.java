package io.narrows.lab.demo;

import io.narrows.lab.sidecar.Counters;
import io.narrows.lab.sidecar.Flow;
import io.narrows.lab.sidecar.Latency;
import io.narrows.lab.sidecar.Reading;
import io.narrows.lab.sidecar.Route;

/**
 * The displayed figures of a flow.
 *
 * @param codec with its level
 * @param counted since the beginning
 * @param savedUsdPerMonth at the current rate; may be negative
 * @param p50 latency added by both sidecars, in seconds; NaN if nothing was measured recently
 * @param p99 likewise
 * @param codecCores processors kept busy by compression and decompression
 */
record FlowFigures(
        Route route,
        String codec,
        Counters counted,
        double savedUsdPerMonth,
        double p50,
        double p99,
        double codecCores) {
    static FlowFigures of(Flow flow, String codec, Reading total, Reading recent) {
        Counters lately = recent.flows().getOrDefault(flow, Counters.ZERO);
        Latency latency = recent.latencies().getOrDefault(flow.route(), Latency.NONE);
        return new FlowFigures(
                flow.route(),
                codec,
                total.flows().getOrDefault(flow, Counters.ZERO),
                recent.perMonth(lately.savedUsd()),
                latency.percentile(0.5),
                latency.percentile(0.99),
                recent.perSecond(lately.codecSeconds()));
    }
}
