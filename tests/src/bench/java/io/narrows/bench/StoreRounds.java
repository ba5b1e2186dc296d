package io.narrows.bench;

import io.narrows.bench.report.Metric;
import io.narrows.bench.report.ReportOptions;
import io.narrows.bench.report.Run;
import io.narrows.bench.report.Run.State;
import io.narrows.bench.report.StoresReport;
import io.narrows.bench.store.MeasuredGroup;
import io.narrows.node.file.Directories;
import io.narrows.tests.support.StoreProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The rounds of a benchmark that measures one store after another, each time in a new group, and their options. */
final class StoreRounds {
    /** Measures a group that has just started. */
    @FunctionalInterface
    interface Measurement {
        /** Returns the figures by the name of the trial. */
        Map<String, Map<Metric, Double>> of(MeasuredGroup group) throws IOException, InterruptedException;
    }

    @Option(
            names = "--programs",
            split = ",",
            paramLabel = "NAME",
            description = "Which stores: etcd is the one in PATH, Debian's 3.4. Default: ${DEFAULT-VALUE}.")
    private List<StoreProgram> programs;

    @Option(names = "--reps", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Option(
            names = "--baseline",
            defaultValue = StoresReport.BASELINE,
            paramLabel = "NAME",
            description = "Store, one of --programs, that medians are divided by. Default: ${DEFAULT-VALUE}.")
    private StoreProgram baseline;

    @Mixin
    private PolicyOptions policy;

    /**
     * Creates the options of a benchmark.
     *
     * @param reps number of rounds by default
     * @param programs those that are measured by default
     */
    StoreRounds(int reps, StoreProgram... programs) {
        this.reps = reps;
        this.programs = List.of(programs);
    }

    /** Returns the label of the program that medians are divided by. */
    String baseline() {
        return baseline.label();
    }

    /** Makes each measurement with one program after the other before the next one, in each round. */
    List<Run> run(List<Measurement> measurements, ReportOptions report) throws IOException, InterruptedException {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= reps; round++) {
            for (Measurement measurement : measurements) {
                for (StoreProgram program : programs) {
                    for (Map.Entry<String, Map<Metric, Double>> trial :
                            figures(program, measurement).entrySet()) {
                        Run run = new Run(program.label(), trial.getKey(), State.WARM, round, trial.getValue());
                        runs.add(run);
                        report.done(run);
                    }
                }
            }
        }
        return runs;
    }

    private Map<String, Map<Metric, Double>> figures(StoreProgram program, Measurement measurement)
            throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("narrows-stores-");
        try (MeasuredGroup group = MeasuredGroup.start(program, directory, policy.rules())) {
            return measurement.of(group);
        } finally {
            Directories.delete(directory);
        }
    }
}
