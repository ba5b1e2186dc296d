package io.narrows.lab.demo;

import io.narrows.lab.sidecar.Counters;
import io.narrows.lab.sidecar.Reading;

/**
 * The cost of both nodes since the sidecars started, and their cost without sidecars, in US dollars. Each sidecar's page
 * shows half of it.
 *
 * @param cpuSeconds processor time of both processes, priced in {@code cpuUsd}
 * @param startUsd the part of {@code cpuUsd} spent on their start
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

    /** Returns the saving after the cost of the processors; may be negative. */
    double netUsd() {
        return baselineUsd - wireUsd - cpuUsd;
    }
}
