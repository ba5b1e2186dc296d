package io.narrows.cli.demo;

import io.narrows.cli.sidecar.Counters;
import java.util.List;

/**
 * What is shown while the traffic runs. Amounts count since the beginning; rates, and what is made of them, are those of
 * the last seconds.
 *
 * @param seconds since the beginning
 * @param mismatches bytes that did not arrive as they were recorded
 * @param connections that were carried
 * @param codecCores processors that compressing and decompressing keep busy
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
