package io.narrows.cli.report;

import io.narrows.lab.sidecar.Scrape;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The metrics of a sidecar in Prometheus' text format, as far as a report reads them. */
final class MetricsText {
    static final Period DAY = new Period(Instant.parse("2024-11-25T00:00:00Z"), Instant.parse("2024-11-26T00:00:00Z"));

    private final List<String> lines = new ArrayList<>();

    MetricsText(String node) {
        this(node, "aws", "GB", "0", "0", false);
    }

    MetricsText(
            String node,
            String preset,
            String unit,
            String transferDiscount,
            String computeDiscount,
            boolean bothEnds) {
        lines.add("# HELP narrows_tariff_info The tariff, and the node that it applies to.");
        lines.add(("narrows_tariff_info{as_of=\"2026-11\",both_ends=\"%s\",compute_discount=\"%s\",node=\"%s\","
                        + "preset=\"%s\",region=\"us-east-1\",transfer_discount=\"%s\",unit=\"%s\",zone=\"use1-az1\"} 1")
                .formatted(bothEnds, computeDiscount, node, preset, transferDiscount, unit));
        lines.add("process_start_time_seconds " + DAY.start().getEpochSecond() + ".25");
        lines.add("narrows_cpu_usd_total 0.036");
        lines.add("process_cpu_seconds_total 3600");
    }

    /** Replaces a line of the sidecar itself. */
    MetricsText with(String metric, String value) {
        lines.replaceAll(line -> line.startsWith(metric + " ") ? metric + " " + value : line);
        return this;
    }

    /** Adds the counters of a flow. */
    MetricsText flow(String peer, String tier, String trafficClass, String direction, Amount amount) {
        String labels = "{class=\"%s\",codec=\"zstd\",direction=\"%s\",peer=\"%s\",tier=\"%s\"} "
                .formatted(trafficClass, direction, peer, tier);
        lines.add("narrows_app_bytes_total" + labels + amount.appBytes());
        lines.add("narrows_wire_bytes_total" + labels + amount.wireBytes());
        lines.add("narrows_baseline_ip_bytes_total" + labels + amount.baselineIpBytes());
        lines.add("narrows_wire_ip_bytes_total" + labels + amount.wireIpBytes());
        lines.add("narrows_baseline_usd_total" + labels + amount.baselineUsd());
        lines.add("narrows_wire_usd_total" + labels + amount.wireUsd());
        lines.add("narrows_codec_cpu_seconds_total" + labels + amount.codecSeconds());
        return this;
    }

    /** Adds flows that shrank, that grew and that are free. */
    MetricsText usualFlows() {
        return flow("db-2", "cross-zone", "replication", "sent", new Amount(40e9, 10e9, 42e9, 11e9, 0.42, 0.11, 800))
                .flow("db-2", "cross-zone", "replication", "received", new Amount(4e9, 1e9, 5e9, 2e9, 0.05, 0.02, 60))
                .flow("db-2", "cross-zone", "control", "sent", new Amount(0, 1e6, 0, 2e6, 0, 0.00002, 0))
                .flow("db-3", "cross-region", "bulk", "sent", new Amount(1e9, 1.1e9, 1.1e9, 1.2e9, 0.022, 0.024, 9))
                .flow("db-3", "cross-region", "bulk", "received", new Amount(7e9, 2e9, 8e9, 3e9, 0, 0, 9))
                .flow("db-4", "same-host", "default", "sent", Amount.ZERO);
    }

    NodeReport report() throws ReportException {
        return NodeReport.of(Scrape.parse(toString()), DAY);
    }

    @Override
    public String toString() {
        return String.join("\n", lines) + "\n";
    }
}
