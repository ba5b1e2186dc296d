package io.narrows.bench.report;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The destinations of runs and their tables: standard output, and the documentation. Progress goes to standard error. */
public final class ReportOptions extends DocOptions {
    private enum Output {
        MARKDOWN,
        JSON
    }

    @Option(
            names = "--output",
            defaultValue = "markdown",
            paramLabel = "FORMAT",
            description = "markdown at the end, or json, a line for each run. Default: ${DEFAULT-VALUE}.")
    private Output output;

    @Option(
            names = "--max-load",
            defaultValue = "0.3",
            paramLabel = "CPUS",
            description = "Leave out runs if other processes used more CPUs than that. Default: ${DEFAULT-VALUE}.")
    private double maxLoad;

    public double maxLoad() {
        return maxLoad;
    }

    /** Reports a run. */
    public void done(Run run) {
        if (output == Output.JSON) {
            System.out.println(JsonLine.of(run));
        }
        System.err.printf(
                Locale.ROOT,
                "bench: round %d, %s, %s, %s%s%n",
                run.round(),
                run.trial(),
                run.peer(),
                run.state().name().toLowerCase(Locale.ROOT),
                run.figures().getOrDefault(Metric.OTHER_LOAD, 0.0) > maxLoad ? ", with other load" : "");
    }

    /** Publishes the tables. */
    public void write(String tables) throws IOException {
        publish(tables, "client on JDK", output == Output.MARKDOWN, List.of("--output"));
    }
}
