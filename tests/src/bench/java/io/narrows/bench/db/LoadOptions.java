package io.narrows.bench.db;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of benchmarks of databases with other codecs. */
final class LoadOptions {
    static final String PLOT = "--plot";

    /** The minimum for which the smallest write buffer still yields the intended levels. */
    private static final int MIN_NUM = 10_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    private int num;
    private int reps;
    private int seconds;

    @Option(names = PLOT, paramLabel = "FILE", description = "Where the picture of a change of codec goes.")
    private Path plot;

    @Option(
            names = "--num",
            defaultValue = "500000",
            paramLabel = "N",
            description = "Keys in the database. Default: ${DEFAULT-VALUE}.")
    private void num(int number) {
        num = atLeast(MIN_NUM, "--num", number);
    }

    @Option(
            names = "--reps",
            defaultValue = "5",
            paramLabel = "N",
            description = "Rounds of the policies. Default: ${DEFAULT-VALUE}.")
    private void reps(int number) {
        reps = atLeast(1, "--reps", number);
    }

    @Option(
            names = "--seconds",
            defaultValue = "60",
            paramLabel = "S",
            description = "Time to observe a change of codec. Default: ${DEFAULT-VALUE}.")
    private void seconds(int number) {
        seconds = atLeast(1, "--seconds", number);
    }

    private int atLeast(int least, String name, int number) {
        if (number < least) {
            throw new ParameterException(
                    spec.commandLine(), name + " " + number + " (expected: at least " + least + ")");
        }
        return number;
    }

    int num() {
        return num;
    }

    int reps() {
        return reps;
    }

    int seconds() {
        return seconds;
    }

    Optional<Path> plot() {
        return Optional.ofNullable(plot);
    }
}
