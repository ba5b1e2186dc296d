package io.narrows.proxy.history;

import io.narrows.proxy.meter.CpuBill;
import io.narrows.proxy.meter.TrafficCell;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.meter.TrafficSum;

/**
 * Totals of all traffic at one moment, in both directions, since the start of the process.
 *
 * @param millis since 1970
 * @param baselineUsd cost of the app bytes without Narrows for this node, in US dollars
 * @param wireUsd cost of the wire bytes for this node
 * @param cpuUsd cost of the processor time of the process
 * @param startUsd the part of {@code cpuUsd} that was spent on startup
 */
public record Totals(
        long millis,
        long appBytes,
        long wireBytes,
        double baselineUsd,
        double wireUsd,
        double cpuUsd,
        double startUsd) {
    /** Returns the totals at the start of the process: zero. */
    public static Totals start(long millis) {
        return new Totals(millis, 0, 0, 0, 0, 0, 0);
    }

    /** Returns the current totals. */
    public static Totals of(long millis, TrafficMeter traffic, CpuBill cpu) {
        TrafficSum departed = traffic.departed();
        long app = departed.appBytes();
        long wire = departed.wireBytes();
        double baselineUsd = departed.baselineUsd();
        double wireUsd = departed.wireUsd();
        for (TrafficCell cell : traffic.cells()) {
            app += cell.appBytes();
            wire += cell.wireBytes();
            baselineUsd += cell.baselineUsd();
            wireUsd += cell.wireUsd();
        }
        return new Totals(millis, app, wire, baselineUsd, wireUsd, cpu.usd(), cpu.startUsd());
    }
}
