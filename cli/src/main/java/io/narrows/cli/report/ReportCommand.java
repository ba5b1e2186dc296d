package io.narrows.cli.report;

import io.narrows.cli.prometheus.PrometheusApi;
import io.narrows.cli.prometheus.PrometheusUrlConverter;
import io.narrows.config.HostPort;
import io.narrows.terminal.option.OutputOption;
import io.narrows.terminal.output.WholeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reports what traffic has cost and what was saved. */
@Command(
        name = "report",
        description = "Prints bytes and dollars of running sidecars by peer, distance and class: without Narrows, with"
                + " it, and saved. Reads their admin ports, or Prometheus for a period.")
public final class ReportCommand implements Callable<Integer> {
    private static final int EXIT_NO_REPORT = 1;
    private static final String DEFAULT_ADMIN = "127.0.0.1:9901";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--admin",
            paramLabel = "HOST:PORT",
            split = ",",
            description = "Admin address of a sidecar; may be repeated. Counts from its start. Default: "
                    + DEFAULT_ADMIN + ".")
    private List<String> admins = new ArrayList<>();

    @Option(
            names = "--prometheus",
            paramLabel = "URL",
            converter = PrometheusUrlConverter.class,
            description = "Address of a Prometheus that scrapes the sidecars. Needs --since.")
    private @Nullable URI prometheus;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = MomentConverter.class,
            description = "Start of the period: 2026-11-01 (midnight UTC) or 2026-11-01T08:30:00Z.")
    private @Nullable Instant since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = MomentConverter.class,
            description = "End of the period, exclusive. Default: now.")
    private @Nullable Instant until;

    @Option(
            names = "--job",
            paramLabel = "NAME",
            description = "Scrape job of the sidecars in Prometheus, like --match job=NAME. Default: all.")
    private @Nullable String job;

    @Option(
            names = "--match",
            paramLabel = "LABEL=VALUE",
            description = "Reads only series with this label from Prometheus, such as a cluster; may be repeated.")
    private Map<String, String> match = new LinkedHashMap<>();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the bearer token for Prometheus. Default: no token.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--focus",
            paramLabel = "FILE",
            description = "Also writes the charges to a CSV file by the FOCUS 1.2 specification.")
    private @Nullable Path focus;

    @Option(
            names = "--billing-account",
            paramLabel = "ID",
            defaultValue = "narrows",
            description = "BillingAccountId of the charges in that file. Default: ${DEFAULT-VALUE}.")
    private String billingAccount;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        try {
            List<NodeReport> reports = read();
            Optional<String> twice = DoubleCounting.in(reports);
            if (twice.isPresent()) {
                throw new ReportException(twice.get());
            }
            if (focus != null) {
                write(reports, focus);
            }
            print(reports);
            return 0;
        } catch (IOException e) {
            System.err.println("narrows: " + e.getMessage());
            return EXIT_NO_REPORT;
        }
    }

    private List<NodeReport> read() throws IOException {
        if (prometheus != null) {
            return readPrometheus(prometheus);
        }
        if (since != null || until != null || job != null || !match.isEmpty() || tokenFile != null) {
            throw wrong("--since, --until, --job, --match and --token-file need --prometheus: an admin port counts from"
                    + " the start of its sidecar");
        }
        return new AdminSource(Clock.systemUTC()).read(addresses());
    }

    private List<NodeReport> readPrometheus(URI address) throws IOException {
        if (!admins.isEmpty()) {
            throw wrong("--admin and --prometheus exclude each other");
        }
        String selector = selector();
        Period period = period();
        return new PrometheusSource(PrometheusApi.at(address, tokenFile), selector).read(period);
    }

    private Period period() {
        if (since == null) {
            throw wrong("--prometheus needs --since");
        }
        Instant now = Clock.systemUTC().instant();
        Period period = new Period(since, until == null ? now : until);
        if (period.seconds() <= 0) {
            throw wrong("--since must be before --until, and the period at least a second");
        }
        if (period.end().isAfter(now)) {
            throw wrong("--until is in the future");
        }
        return period;
    }

    private String selector() {
        Map<String, String> labels = new LinkedHashMap<>(match);
        if (job != null) {
            labels.put("job", job);
        }
        try {
            return Selector.of(labels);
        } catch (IllegalArgumentException e) {
            throw wrong("--match: " + e.getMessage());
        }
    }

    private List<HostPort> addresses() {
        List<HostPort> addresses = new ArrayList<>();
        for (String admin : admins.isEmpty() ? List.of(DEFAULT_ADMIN) : admins) {
            try {
                addresses.add(HostPort.parse(admin));
            } catch (IllegalArgumentException e) {
                throw wrong("--admin: " + e.getMessage());
            }
        }
        return addresses;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void write(List<NodeReport> reports, Path file) throws ReportException {
        List<FocusRow> rows = reports.stream()
                .flatMap(report -> FocusCharges.of(report, billingAccount).stream())
                .toList();
        try {
            WholeFile.write(file, FocusCsv.of(rows));
        } catch (IOException e) {
            throw new ReportException("cannot write " + file + ": " + e, e);
        }
        System.err.println("narrows: wrote " + rows.size() + " charges to " + file);
    }

    private void print(List<NodeReport> reports) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.isJson()) {
            ReportJson.write(reports, out);
        } else {
            new ReportTable(out).write(reports);
        }
    }
}
