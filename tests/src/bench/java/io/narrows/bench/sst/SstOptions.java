package io.narrows.bench.sst;

import io.narrows.bench.machine.ScratchFolder;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of benchmarks of SST files. */
final class SstOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    private int entries;
    private int reps;

    @Option(
            names = "--warm-ups",
            defaultValue = "2",
            paramLabel = "N",
            description = "Earlier rounds that are not counted. Default: ${DEFAULT-VALUE}.")
    private int warmUps;

    @Option(
            names = "--dir",
            defaultValue = "${sys:java.io.tmpdir}",
            paramLabel = "DIR",
            description = "Parent of the new folder where files are built. Default: ${DEFAULT-VALUE}.")
    private Path folder;

    @Option(
            names = "--entries",
            defaultValue = "2000000",
            paramLabel = "N",
            description = "Entries in each file. Default: ${DEFAULT-VALUE}.")
    private void entries(int number) {
        entries = atLeast1("--entries", number);
    }

    @Option(
            names = "--reps",
            defaultValue = "5",
            paramLabel = "N",
            description = "Counted rounds. Default: ${DEFAULT-VALUE}.")
    private void reps(int number) {
        reps = atLeast1("--reps", number);
    }

    private int atLeast1(String name, int number) {
        if (number < 1) {
            throw new ParameterException(spec.commandLine(), name + " " + number + " (expected: at least 1)");
        }
        return number;
    }

    int reps() {
        return reps;
    }

    int warmUps() {
        return warmUps;
    }

    Workload workload() {
        return new Workload(entries);
    }

    ScratchFolder scratch() throws IOException {
        return ScratchFolder.in(folder, "narrows-bench-sst");
    }
}
