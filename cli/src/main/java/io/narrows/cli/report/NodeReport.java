package io.narrows.cli.report;

import io.narrows.lab.sidecar.Sample;
import io.narrows.lab.sidecar.Scrape;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;

/**
 * The traffic of one node in a period.
 *
 * @param flows without those that carried nothing
 * @param cpuUsd cost of the processor time of the whole process
 * @param cpuSeconds processor time of the whole process
 * @param usdPerCoreSecond the price of a processor: the current one, or the average over the period
 */
record NodeReport(
        TariffInfo tariff,
        Period period,
        SortedMap<Flow, Amount> flows,
        double cpuUsd,
        double cpuSeconds,
        double usdPerCoreSecond) {
    static final String CPU_USD = "narrows_cpu_usd_total";
    static final String CPU_SECONDS = "process_cpu_seconds_total";
    static final String CORE_SECOND = "narrows_tariff_usd_per_core_second";

    /** The counters by flow, each with the part of the amount that it counts. */
    static final Map<String, DoubleFunction<Amount>> COUNTERS = Map.of(
            "narrows_app_bytes_total", value -> new Amount(value, 0, 0, 0, 0, 0, 0),
            "narrows_wire_bytes_total", value -> new Amount(0, value, 0, 0, 0, 0, 0),
            "narrows_baseline_ip_bytes_total", value -> new Amount(0, 0, value, 0, 0, 0, 0),
            "narrows_wire_ip_bytes_total", value -> new Amount(0, 0, 0, value, 0, 0, 0),
            "narrows_baseline_usd_total", value -> new Amount(0, 0, 0, 0, value, 0, 0),
            "narrows_wire_usd_total", value -> new Amount(0, 0, 0, 0, 0, value, 0),
            "narrows_codec_cpu_seconds_total", value -> new Amount(0, 0, 0, 0, 0, 0, value));

    NodeReport {
        flows = Collections.unmodifiableSortedMap(flows);
    }

    /** Returns the report of a node from its metrics, which must include a tariff. */
    static NodeReport of(Scrape metrics, Period period) {
        Sample tariff = metrics.samples(TariffInfo.METRIC).findFirst().orElseThrow();
        return of(TariffInfo.of(tariff), metrics, period);
    }

    /** Returns the report of a node from its counts in a period. */
    static NodeReport of(TariffInfo tariff, Scrape metrics, Period period) {
        double usd = metrics.sum(CPU_USD);
        double price = metrics.sum(CORE_SECOND);
        double seconds = price > 0 ? usd / price : metrics.sum(CPU_SECONDS);
        return new NodeReport(tariff, period, flows(metrics), usd, seconds, price);
    }

    private static SortedMap<Flow, Amount> flows(Scrape metrics) {
        SortedMap<Flow, Amount> flows = new TreeMap<>();
        for (Sample sample : metrics.samples()) {
            DoubleFunction<Amount> part = COUNTERS.get(sample.name());
            if (part != null) {
                flows.merge(Flow.of(sample), part.apply(sample.value()), Amount::plus);
            }
        }
        flows.values().removeIf(Amount::isEmpty);
        return flows;
    }

    /** Adds an earlier report of the same node, such as one from another address in the same period. */
    NodeReport plus(NodeReport other) {
        SortedMap<Flow, Amount> sums = new TreeMap<>(flows);
        other.flows.forEach((flow, amount) -> sums.merge(flow, amount, Amount::plus));
        return new NodeReport(
                tariff, period, sums, cpuUsd + other.cpuUsd, cpuSeconds + other.cpuSeconds, usdPerCoreSecond);
    }

    String node() {
        return tariff.node();
    }

    /** Returns the flows with both directions in one. */
    SortedMap<Flow, Amount> bothWays() {
        SortedMap<Flow, Amount> sums = new TreeMap<>();
        flows.forEach((flow, amount) -> sums.merge(flow.bothWays(), amount, Amount::plus));
        return sums;
    }

    Amount total() {
        return flows.values().stream().reduce(Amount.ZERO, Amount::plus);
    }

    /** Returns the dollars saved on traffic, less those of all processor time. */
    double netUsd() {
        return total().savedUsd() - cpuUsd;
    }

    /** Returns the cost of a flow's codecs, at the price of a processor. */
    double codecUsd(Amount amount) {
        return amount.codecSeconds() * usdPerCoreSecond;
    }
}
