package io.narrows.cli.report;

import io.narrows.cli.admin.AdminClient;
import io.narrows.config.HostPort;
import io.narrows.lab.sidecar.Sample;
import io.narrows.lab.sidecar.Scrape;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the metrics of running sidecars at their admin ports. They count from the start of each process to now. */
final class AdminSource {
    private static final String START = "process_start_time_seconds";

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final AdminClient admin = new AdminClient(LIMIT);
    private final Clock clock;

    AdminSource(Clock clock) {
        this.clock = clock;
    }

    List<NodeReport> read(List<HostPort> addresses) throws IOException {
        Map<String, HostPort> nodes = new HashMap<>();
        List<NodeReport> reports = new ArrayList<>();
        for (HostPort address : addresses) {
            NodeReport report = read(address);
            HostPort same = nodes.put(report.node(), address);
            if (same != null) {
                throw new ReportException(same + " and " + address + " are both node " + report.node()
                        + "; name each sidecar once, and give each node its own id");
            }
            reports.add(report);
        }
        return reports;
    }

    private NodeReport read(HostPort address) throws IOException {
        Scrape metrics = parse(address, admin.text(address, "/metrics?per-peer=full"));
        if (metrics.samples(TariffInfo.METRIC).findFirst().isEmpty()) {
            throw new ReportException("the metrics of " + address + " have no " + TariffInfo.METRIC
                    + "; is it the admin port of a sidecar of this version?");
        }
        return NodeReport.of(metrics, sinceStart(address, metrics));
    }

    /** Returns the period from the start of the sidecar to the end of this second. */
    private Period sinceStart(HostPort address, Scrape metrics) throws ReportException {
        Sample seconds = metrics.samples(START)
                .findFirst()
                .orElseThrow(() -> new ReportException("the metrics of " + address + " have no " + START));
        Instant start = Instant.ofEpochMilli((long) (seconds.value() * 1000));
        Period period = new Period(start, clock.instant().plusSeconds(1));
        if (period.seconds() <= 0) {
            throw new ReportException(address + " says that it started at " + start
                    + ", which is in the future by this machine's clock; set the clocks");
        }
        return period;
    }

    private static Scrape parse(HostPort address, String text) throws ReportException {
        try {
            return Scrape.parse(text);
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new ReportException(address + "/metrics is not in Prometheus' text format", e);
        }
    }
}
