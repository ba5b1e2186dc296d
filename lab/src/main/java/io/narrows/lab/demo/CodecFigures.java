package io.narrows.lab.demo;

import io.narrows.lab.sidecar.Counters;
import io.narrows.lab.sidecar.Reading;
import java.time.Duration;

/**
 * Results of one codec on the same traffic.
 *
 * @param codec with its level
 * @param p50 latency added by both sidecars, in seconds
 * @param p99 likewise
 * @param cpuCores processors that both sidecars kept busy, everything included
 * @param mismatches bytes that did not arrive as recorded
 */
record CodecFigures(
        String codec,
        Counters counted,
        double p50,
        double p99,
        double cpuCores,
        double baselineUsdPerMonth,
        double wireUsdPerMonth,
        double cpuUsdPerMonth,
        long mismatches) {
    /** @param played duration of the traffic at its recorded pace, the same for all codecs */
    static CodecFigures of(String codec, Reading counted, Duration played, long mismatches) {
        Reading reading = counted.lasting(played);
        Counters total = reading.total();
        return new CodecFigures(
                codec,
                total,
                reading.latency().percentile(0.5),
                reading.latency().percentile(0.99),
                reading.perSecond(reading.cpuSeconds()),
                reading.perMonth(total.baselineUsd()),
                reading.perMonth(total.wireUsd()),
                reading.perMonth(reading.runningUsd()),
                mismatches);
    }

    /** Returns the monthly saving after the cost of the processors; may be negative. */
    double netUsdPerMonth() {
        return baselineUsdPerMonth - wireUsdPerMonth - cpuUsdPerMonth;
    }
}
