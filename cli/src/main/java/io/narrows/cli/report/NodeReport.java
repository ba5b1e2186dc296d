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
 * @param cpuUsd cost of the processor time of the whole process, each second at the price that it had then
 * @param cpuSeconds processor time of the whole process
 */
record NodeReport(TariffInfo tariff, Period period, SortedMap<Flow, Amount> flows, double cpuUsd, double cpuSeconds) {
    static final String CPU_USD = "narrows_cpu_usd_total";
    static final String CPU_SECONDS = "process_cpu_seconds_total";

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

    /**
     * Returns the report of a node from its metrics, which must include a tariff.
     *
     * @throws ReportException if processor time has a cost, but no length
     */
    static NodeReport of(Scrape metrics, Period period) throws ReportException {
        Sample tariff = metrics.samples(TariffInfo.METRIC).findFirst().orElseThrow();
        return of(TariffInfo.of(tariff), metrics, period);
    }

    /**
     * Returns the report of a node from its counts in a period.
     *
     * @throws ReportException if processor time has a cost, but no length
     */
    static NodeReport of(TariffInfo tariff, Scrape metrics, Period period) throws ReportException {
        double usd = metrics.sum(CPU_USD);
        double seconds = metrics.sum(CPU_SECONDS);
        if (usd > 0 && seconds <= 0) {
            throw new ReportException("the metrics of " + tariff.node() + " have " + CPU_USD + " without " + CPU_SECONDS
                    + "; keep it when scraping");
        }
        return new NodeReport(tariff, period, flows(metrics), usd, seconds);
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
        return new NodeReport(tariff, period, sums, cpuUsd + other.cpuUsd, cpuSeconds + other.cpuSeconds);
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

    /** Returns the cost of a flow's codecs, at the average price of the process's processor time. */
    double codecUsd(Amount amount) {
        return cpuSeconds > 0 ? amount.codecSeconds() * (cpuUsd / cpuSeconds) : 0;
    }
}
