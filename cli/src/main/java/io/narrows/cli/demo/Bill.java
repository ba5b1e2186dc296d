package io.narrows.cli.demo;

import io.narrows.cli.sidecar.Counters;
import io.narrows.cli.sidecar.Reading;

/**
 * What both nodes have paid since the sidecars started, and what they would have without them, in US dollars. The pages of
 * the two sidecars show the same in two halves.
 *
 * @param cpuSeconds processor time of both processes, which {@code cpuUsd} is the price of
 * @param startUsd the part of {@code cpuUsd} that their start took
 */
record Bill(double baselineUsd, double wireUsd, double cpuUsd, double cpuSeconds, double startUsd) {
    static Bill of(Reading sinceStart) {
        Counters total = sinceStart.total();
        return new Bill(
                total.baselineUsd(),
                total.wireUsd(),
                sinceStart.cpuUsd(),
                sinceStart.cpuSeconds(),
                sinceStart.startUsd());
    }

    /** What is left when the processors are paid; may be negative. */
    double netUsd() {
        return baselineUsd - wireUsd - cpuUsd;
    }
}
