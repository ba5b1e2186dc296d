package io.narrows.bench;

import io.narrows.bench.report.DocSection;
import io.narrows.bench.report.JsonLine;
import io.narrows.bench.report.Machine;
import io.narrows.bench.report.Metric;
import io.narrows.bench.report.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The destinations of figures: standard output, and the documentation. Progress goes to standard error. */
final class ReportOptions {
    /** The former name of {@code --update-doc}, for one release. */
    private static final String FORMER_UPDATE_DOC = "--into";

    private enum Output {
        MARKDOWN,
        JSON
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--output",
            defaultValue = "markdown",
            paramLabel = "FORMAT",
            description = "markdown at the end, or json, a line for each run. Default: ${DEFAULT-VALUE}.")
    private Output output;

    @Option(
            names = {"--update-doc", FORMER_UPDATE_DOC},
            paramLabel = "FILE",
            description = "Also write the Markdown into the part of this file that is for this benchmark.")
    private Path file;

    @Option(
            names = "--max-load",
            defaultValue = "0.3",
            paramLabel = "CPUS",
            description = "Leave out runs beside which more processors than that were busy. Default: ${DEFAULT-VALUE}.")
    private double maxLoad;

    double maxLoad() {
        return maxLoad;
    }

    /** Reports a run. */
    void done(Run run) {
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
                run.figures().getOrDefault(Metric.OTHER_LOAD, 0.0) > maxLoad ? ", beside other load" : "");
    }

    /** Writes the tables, with the command and the machine that produced them. */
    void write(String tables) throws IOException {
        String name = spec.name();
        String markdown = "\nMade with `bin/bench %s`: %s\n\n%s\n"
                .formatted(String.join(" ", command()), Machine.describe(), tables.strip());
        if (output == Output.MARKDOWN) {
            System.out.println(markdown);
        }
        if (spec.commandLine().getParseResult().originalArgs().stream()
                .anyMatch(argument -> argument.startsWith(FORMER_UPDATE_DOC))) {
            System.err.println("bench: " + FORMER_UPDATE_DOC + " is now --update-doc; the next release removes "
                    + FORMER_UPDATE_DOC);
        }
        if (file != null) {
            DocSection.write(file, name, markdown + "\n");
        }
    }

    /** Returns the command line without its output options. */
    private List<String> command() {
        List<String> arguments =
                new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
        arguments.removeIf(argument -> argument.startsWith("--output="));
        for (String option : List.of("--update-doc", FORMER_UPDATE_DOC)) {
            arguments.removeIf(argument -> argument.startsWith(option + "="));
            int at = arguments.indexOf(option);
            if (at >= 0) {
                arguments.subList(at, at + 2).clear();
            }
        }
        return arguments;
    }
}
