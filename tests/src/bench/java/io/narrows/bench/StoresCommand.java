package io.narrows.bench;

import io.narrows.bench.report.Metric;
import io.narrows.bench.report.ReportOptions;
import io.narrows.bench.report.Run;
import io.narrows.bench.report.Run.State;
import io.narrows.bench.report.StoresReport;
import io.narrows.bench.report.Summary;
import io.narrows.bench.store.MeasuredGroup;
import io.narrows.bench.store.StoreLoad;
import io.narrows.bench.store.StoreTrial;
import io.narrows.node.file.Directories;
import io.narrows.testkit.program.Benchmark;
import io.narrows.tests.support.StoreProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares the bundled store with etcd, both behind sidecars. */
@Command(
        name = "stores",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Puts the same loads on three members of etcd and of the bundled store, in turn, each beside its sidecar.")
public final class StoresCommand implements Benchmark {
    @Option(
            names = "--programs",
            split = ",",
            defaultValue = "etcd,etcd-3.6,narrows",
            paramLabel = "NAME",
            description = "Which stores: etcd is the one in PATH, Debian's 3.4. Default: ${DEFAULT-VALUE}.")
    private List<StoreProgram> programs;

    @Option(
            names = "--load",
            split = ",",
            defaultValue = "writes,gets,lists,keep-alives",
            paramLabel = "LOAD",
            description =
                    "Which operations, one after the other: writes (those of narrows bench node, among its reads), gets"
                            + " (one key, linearizable), lists (500 keys, linearizable), keep-alives (of one lease per client)."
                            + " Default: ${DEFAULT-VALUE}.")
    private List<StoreLoad> loads;

    @Option(
            names = "--for",
            defaultValue = "30",
            paramLabel = "SECONDS",
            description = "Of each load, after as many that are not counted, at most 15. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--clients",
            defaultValue = "32",
            paramLabel = "N",
            description = "Each does one thing at a time. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--rate",
            defaultValue = "0",
            paramLabel = "OPERATIONS/S",
            description =
                    "Of each load, for writes without its reads; 0 for as fast as it goes. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(names = "--reps", defaultValue = "3", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Option(
            names = "--baseline",
            defaultValue = StoresReport.BASELINE,
            paramLabel = "NAME",
            description = "Store, one of --programs, that medians are divided by. Default: ${DEFAULT-VALUE}.")
    private StoreProgram baseline;

    @Mixin
    private PolicyOptions policy;

    @Mixin
    private ReportOptions report;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= reps; round++) {
            for (StoreLoad load : loads) {
                for (StoreProgram program : programs) {
                    Run run = new Run(program.label(), load.toString(), State.WARM, round, measured(program, load));
                    runs.add(run);
                    report.done(run);
                }
            }
        }
        report.write(StoresReport.of(Summary.of(runs, report.maxLoad()), baseline.label()));
        return 0;
    }

    private Map<Metric, Double> measured(StoreProgram program, StoreLoad load)
            throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("narrows-stores-");
        try (MeasuredGroup group = MeasuredGroup.start(program, directory, policy.rules());
                StoreTrial trial = StoreTrial.prepare(group, load, clients, rate, Duration.ofSeconds(seconds))) {
            trial.warmUp(Duration.ofSeconds(Math.min(seconds, 15)));
            OtherLoad other = new OtherLoad();
            Map<Metric, Double> figures = trial.run();
            figures.put(Metric.OTHER_LOAD, other.sinceThen());
            return figures;
        } finally {
            Directories.delete(directory);
        }
    }
}
