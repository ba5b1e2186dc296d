package io.narrows.cli.report;

import io.narrows.lab.sidecar.Sample;
import io.narrows.lab.sidecar.Scrape;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;

/**
 * The traffic of one node in a period.
 *
 * @param flows without those that carried nothing
 * @param cpuUsd cost of the processor time of the whole process
 * @param usdPerCoreSecond the current price of a processor
 */
record NodeReport(
        TariffInfo tariff, Period period, SortedMap<Flow, Amount> flows, double cpuUsd, double usdPerCoreSecond) {
    static final String CPU_USD = "narrows_cpu_usd_total";
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

    /** Returns the report of a node from metrics that count a period; empty if they have no tariff. */
    static Optional<NodeReport> of(Scrape metrics, Period period) {
        Optional<TariffInfo> tariff =
                metrics.samples(TariffInfo.METRIC).findFirst().map(TariffInfo::of);
        return tariff.map(
                info -> new NodeReport(info, period, flows(metrics), metrics.sum(CPU_USD), metrics.sum(CORE_SECOND)));
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

    /** Adds a report of the same node, such as one from another address in the same period. */
    NodeReport plus(NodeReport other) {
        SortedMap<Flow, Amount> sums = new TreeMap<>(flows);
        other.flows.forEach((flow, amount) -> sums.merge(flow, amount, Amount::plus));
        return new NodeReport(tariff, period, sums, cpuUsd + other.cpuUsd, usdPerCoreSecond);
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

    /** Returns the cost of a flow's codecs, at the current price of a processor. */
    double codecUsd(Amount amount) {
        return amount.codecSeconds() * usdPerCoreSecond;
    }
}
