package io.narrows.bench;

import io.narrows.bench.StoreRounds.Measurement;
import io.narrows.bench.report.Metric;
import io.narrows.bench.report.ReportOptions;
import io.narrows.bench.report.Run;
import io.narrows.bench.report.StoresReport;
import io.narrows.bench.report.Summary;
import io.narrows.bench.store.MeasuredGroup;
import io.narrows.bench.store.StoreLoad;
import io.narrows.bench.store.StoreTrial;
import io.narrows.testkit.program.Benchmark;
import io.narrows.tests.support.StoreProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compares the bundled store with etcd, both behind sidecars. */
@Command(
        name = "stores",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Puts the same loads on three members of etcd and of the bundled store, in turn, each beside its sidecar.")
public final class StoresCommand implements Benchmark {
    private static final int DEFAULT_WARM_UP = 15;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--load",
            split = ",",
            defaultValue = "writes,compacted-writes,gets,lists,keep-alives",
            paramLabel = "LOAD",
            description =
                    "Which operations, one after the other: writes (those of narrows bench node, among its reads),"
                            + " compacted-writes (the same, while revisions are compacted), gets (one key,"
                            + " linearizable), lists (500 keys, linearizable), keep-alives (of one lease per client)."
                            + " Default: ${DEFAULT-VALUE}.")
    private List<StoreLoad> loads;

    @Option(
            names = "--for",
            defaultValue = "30",
            paramLabel = "SECONDS",
            description = "Of each load, after its warm-up. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "Of each load, uncounted; 0 to measure new processes. Default: as --for, at most "
                    + DEFAULT_WARM_UP + ".")
    private Integer warmUpSeconds;

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

    @Option(
            names = "--compact-every",
            defaultValue = "10",
            paramLabel = "SECONDS",
            description =
                    "Between compactions of all revisions but the latest, for compacted-writes; the first is after"
                            + " half of that. Default: ${DEFAULT-VALUE}.")
    private int compactionSeconds;

    @Mixin
    private StoreRounds rounds = new StoreRounds(3, StoreProgram.ETCD, StoreProgram.ETCD_3_6, StoreProgram.NARROWS);

    @Mixin
    private ReportOptions report;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Duration warmUp = warmUp();
        Duration compactionPeriod = compactionPeriod();
        List<Measurement> measurements = loads.stream()
                .<Measurement>map(
                        load -> group -> Map.of(load.toString(), measured(group, load, warmUp, compactionPeriod)))
                .toList();
        List<Run> runs = rounds.run(measurements, report);
        report.write(StoresReport.of(Summary.of(runs, report.maxLoad()), rounds.baseline()));
        return 0;
    }

    /**
     * Returns the length of the uncounted warm-up.
     *
     * @throws ParameterException if it is negative
     */
    Duration warmUp() {
        int length = warmUpSeconds == null ? Math.min(seconds, DEFAULT_WARM_UP) : warmUpSeconds;
        if (length < 0) {
            throw new ParameterException(spec.commandLine(), "--warm-up " + length + " (expected: at least 0)");
        }
        return Duration.ofSeconds(length);
    }

    /**
     * Returns the time between two compactions.
     *
     * @throws ParameterException if it is not positive
     */
    Duration compactionPeriod() {
        if (compactionSeconds < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--compact-every " + compactionSeconds + " (expected: at least 1)");
        }
        return Duration.ofSeconds(compactionSeconds);
    }

    private Map<Metric, Double> measured(
            MeasuredGroup group, StoreLoad load, Duration warmUp, Duration compactionPeriod)
            throws IOException, InterruptedException {
        Duration time = Duration.ofSeconds(seconds);
        try (StoreTrial trial = StoreTrial.prepare(group, load, clients, rate, time, compactionPeriod)) {
            trial.warmUp(warmUp);
            return OtherLoad.during(trial::run);
        }
    }
}
