package io.narrows.tests.databases;

import io.narrows.testkit.program.Soak;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Real databases with and without sidecars. */
@Command(
        name = "databases",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Real databases with and without sidecars.")
public final class DatabaseSoakCommand implements Soak {
    @Spec
    private CommandSpec spec;

    @Option(names = "--only", split = ",", paramLabel = "NAME,...", description = "Databases to run. Default: all.")
    private List<String> only = List.of();

    @Option(
            names = "--members",
            defaultValue = "3",
            paramLabel = "N",
            description = "Members of each cluster, 3 to 9. Default: ${DEFAULT-VALUE}.")
    private int members;

    @Option(
            names = "--records",
            defaultValue = "16000",
            paramLabel = "N",
            description = "Records written in each phase. Default: ${DEFAULT-VALUE}.")
    private int records;

    @Option(
            names = "--rate",
            defaultValue = "400",
            paramLabel = "N",
            description = "Records per second. Default: ${DEFAULT-VALUE}.")
    private int rate;

    @Option(
            names = "--turns",
            defaultValue = "1",
            paramLabel = "N",
            description = "Measurements of each database; 0 runs only the faults. Default: ${DEFAULT-VALUE}.")
    private int turns;

    @Option(
            names = "--tls",
            description =
                    "Members speak TLS with each other, which the sidecars end and begin again. Default: plain text.")
    private boolean tls;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return new DatabaseSoak(options(), System.out).run() ? 0 : 1;
    }

    DatabaseOptions options() {
        if (members < 3 || members > 9) {
            throw new ParameterException(spec.commandLine(), "--members " + members + " (expected: 3 to 9)");
        }
        List<Database> databases = only.isEmpty()
                ? DatabaseOptions.all(tls)
                : only.stream().map(name -> DatabaseOptions.database(name, tls)).toList();
        return new DatabaseOptions(databases, members, records, rate, turns, tls);
    }
}
