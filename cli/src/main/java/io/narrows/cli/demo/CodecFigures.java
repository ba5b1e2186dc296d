package io.narrows.cli.demo;

import io.narrows.cli.sidecar.Counters;
import io.narrows.cli.sidecar.Reading;
import java.time.Duration;

/**
 * What one codec made of the same traffic.
 *
 * @param codec with its level
 * @param p50 what both sidecars add, in seconds
 * @param p99 likewise
 * @param cpuCores processors that both sidecars kept busy, everything included
 * @param mismatches bytes that did not arrive as they were recorded
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
    /** @param played how long the traffic takes at its recorded pace, the same for all codecs */
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

    /** What is left of the saving when the processors are paid; may be negative. */
    double netUsdPerMonth() {
        return baselineUsdPerMonth - wireUsdPerMonth - cpuUsdPerMonth;
    }
}
