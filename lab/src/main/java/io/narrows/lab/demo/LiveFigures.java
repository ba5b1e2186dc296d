package io.narrows.lab.demo;

import io.narrows.lab.sidecar.Counters;
import java.util.List;

/**
 * The figures displayed while the traffic runs. Amounts count from the beginning; rates, and amounts derived from them, cover
 * the last seconds.
 *
 * @param seconds since the beginning
 * @param mismatches bytes that did not arrive as recorded
 * @param connections number of connections carried
 * @param codecCores processors kept busy by compression and decompression
 * @param cpuCores processors that both sidecars keep busy, everything included
 * @param bill in dollars, since the sidecars started
 */
record LiveFigures(
        double seconds,
        List<FlowFigures> flows,
        Counters total,
        double p50,
        double p99,
        double savedUsdPerMonth,
        double cpuUsdPerMonth,
        double codecCores,
        double cpuCores,
        Bill bill,
        long equalBytes,
        long mismatches,
        int connections) {}
