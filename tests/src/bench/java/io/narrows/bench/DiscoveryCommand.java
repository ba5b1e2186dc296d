package io.narrows.bench;

import io.narrows.bench.report.DiscoveryReport;
import io.narrows.bench.report.Metric;
import io.narrows.bench.report.ReportOptions;
import io.narrows.bench.report.Run;
import io.narrows.bench.report.Run.State;
import io.narrows.bench.report.Summary;
import io.narrows.bench.tunnel.FindingSidecar;
import io.narrows.config.PeerDetail;
import io.narrows.node.file.Directories;
import io.narrows.testkit.program.Benchmark;
import io.narrows.tests.support.AnsweringPeers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures a sidecar with many peers that it has found. */
@Command(
        name = "discovery",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures a sidecar that finds its peers in a file: time, resident memory, series of its metrics.")
public final class DiscoveryCommand implements Benchmark {
    private static final String NETWORK = "127.20.";
    private static final Duration IDLE = Duration.ofSeconds(20);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_MB = 1e6;
    private static final double BYTES_PER_KB = 1e3;

    @Option(
            names = "--peers",
            split = ",",
            defaultValue = "1,100",
            paramLabel = "N",
            description = "Numbers of peers, in turn. Default: ${DEFAULT-VALUE}.")
    private List<Integer> counts;

    @Option(names = "--reps", defaultValue = "5", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private ReportOptions report;

    private final List<Run> runs = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        for (int round = 1; round <= reps; round++) {
            for (int count : counts) {
                measure(count, round);
            }
        }
        report.write(DiscoveryReport.of(Summary.of(runs, report.maxLoad())));
        return 0;
    }

    private void measure(int count, int round) throws IOException {
        Path directory = Files.createTempDirectory("narrows-discovery-");
        String label = count == 1 ? "1 peer" : count + " peers";
        OtherLoad other = new OtherLoad();
        try (AnsweringPeers peers = new AnsweringPeers(count, NETWORK, FindingSidecar.NODE);
                FindingSidecar sidecar = new FindingSidecar(directory, peers.file(count))) {
            Map<Metric, Double> figures = new EnumMap<>(Metric.class);
            figures.put(Metric.START_S, seconds(sidecar.awaitListening()));
            figures.put(Metric.FOUND_S, seconds(sidecar.awaitPeers(count)));
            figures.put(Metric.LINKED_S, seconds(sidecar.awaitLinks()));
            Measurement.pause(IDLE);
            figures.put(Metric.IDLE_MB, sidecar.resident().bytes() / BYTES_PER_MB);
            figures.put(Metric.OTHER_LOAD, other.sinceThen());
            add(new Run(label, DiscoveryReport.START, State.WARM, round, figures));
            for (PeerDetail detail : PeerDetail.values()) {
                String text = sidecar.scrape(detail.label());
                add(new Run(
                        label + ", " + detail.label(),
                        DiscoveryReport.SCRAPE,
                        State.WARM,
                        round,
                        Map.of(
                                Metric.SERIES,
                                (double) text.lines()
                                        .filter(line -> line.startsWith("narrows_"))
                                        .count(),
                                Metric.SCRAPE_KB,
                                text.getBytes(StandardCharsets.UTF_8).length / BYTES_PER_KB)));
            }
        } finally {
            Directories.delete(directory);
        }
    }

    private void add(Run run) {
        runs.add(run);
        report.done(run);
    }

    private static double seconds(Duration time) {
        return time.toNanos() / NANOS_PER_SECOND;
    }
}
