package io.narrows.bench;

import io.narrows.bench.load.Outcome;
import io.narrows.bench.load.PairRecording;
import io.narrows.bench.load.PairReplay;
import io.narrows.bench.report.Metric;
import io.narrows.bench.report.ReportOptions;
import io.narrows.bench.report.Run;
import io.narrows.bench.report.Run.State;
import io.narrows.bench.report.SharedHistoryReport;
import io.narrows.bench.report.Summary;
import io.narrows.bench.tunnel.MutualTunnel;
import io.narrows.bench.tunnel.Routes;
import io.narrows.bench.tunnel.Usage;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the savings of frames that refer to data of other links between the same two nodes. */
@Command(
        name = "shared-history",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Plays a recording of two nodes through their sidecars, with shared history and without.")
public final class SharedHistoryCommand implements Benchmark {
    @Parameters(
            paramLabel = "FOLDER",
            description = "A recording of all connections between two nodes: .trace files and index.json.")
    private Path folder;

    @Option(
            names = "--level",
            defaultValue = "2",
            paramLabel = "N",
            description = "Of dense, 0 to 3. Default: ${DEFAULT-VALUE}.")
    private int level;

    @Option(
            names = "--window",
            split = ",",
            defaultValue = "4MiB,8MiB",
            paramLabel = "SIZE",
            description = "Default: ${DEFAULT-VALUE}.")
    private List<String> windows;

    @Option(names = "--reps", defaultValue = "3", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private ReportOptions report;

    private final Routes routes = new Routes();

    @Override
    public Integer call() throws IOException {
        PairRecording recording = PairRecording.read(folder);
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= reps; round++) {
            for (String window : windows) {
                for (boolean shared : List.of(false, true)) {
                    Run run = new Run(
                            "dense %d, %s%s".formatted(level, window, shared ? ", shared history" : ""),
                            recording.score().name(),
                            State.WARM,
                            round,
                            measured(recording, window, shared));
                    runs.add(run);
                    report.done(run);
                }
            }
        }
        report.write(SharedHistoryReport.of(Summary.of(runs, report.maxLoad())));
        boolean alike = runs.stream().allMatch(run -> run.figures().get(Metric.MISMATCHES) == 0);
        return alike ? 0 : 1;
    }

    private Map<Metric, Double> measured(PairRecording recording, String window, boolean shared) throws IOException {
        String rule = "{codec: dense, level: %d, window: %s, shared-history: %b}".formatted(level, window, shared);
        try (MutualTunnel tunnel = MutualTunnel.open(rule, routes.next(), routes.next())) {
            Measurement.settle();
            Usage before = tunnel.usage();
            OtherLoad otherLoad = new OtherLoad();
            Outcome outcome = new PairReplay(recording).run(tunnel.out(), tunnel.in());
            double other = otherLoad.sinceThen();
            Measurement.settle();
            tunnel.check();
            return Measurement.figures(outcome, tunnel.usage().minus(before), other);
        }
    }
}
