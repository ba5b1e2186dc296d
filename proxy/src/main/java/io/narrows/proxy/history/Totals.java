package io.narrows.proxy.history;

import io.narrows.proxy.meter.CpuBill;
import io.narrows.proxy.meter.TrafficCell;
import io.narrows.proxy.meter.TrafficMeter;

/**
 * The sums over all traffic at one moment, both directions, since the start of the process.
 *
 * @param millis since 1970
 * @param baselineUsd what the app bytes would have cost this node, in US dollars
 * @param wireUsd what the wire bytes cost this node
 * @param cpuUsd what the processor time of the process cost
 * @param startUsd the part of it that the start of the process took
 */
public record Totals(
        long millis,
        long appBytes,
        long wireBytes,
        double baselineUsd,
        double wireUsd,
        double cpuUsd,
        double startUsd) {
    /** All counters begin like this, with the process. */
    public static Totals start(long millis) {
        return new Totals(millis, 0, 0, 0, 0, 0, 0);
    }

    /** What is counted now. */
    public static Totals of(long millis, TrafficMeter traffic, CpuBill cpu) {
        long app = 0;
        long wire = 0;
        double baselineUsd = 0;
        double wireUsd = 0;
        for (TrafficCell cell : traffic.cells()) {
            app += cell.appBytes();
            wire += cell.wireBytes();
            baselineUsd += cell.baselineUsd();
            wireUsd += cell.wireUsd();
        }
        return new Totals(millis, app, wire, baselineUsd, wireUsd, cpu.usd(), cpu.startUsd());
    }
}
