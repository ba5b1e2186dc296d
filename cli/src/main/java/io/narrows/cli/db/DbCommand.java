package io.narrows.cli.db;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verbs for databases. */
@Command(
        name = "db",
        mixinStandardHelpOptions = true,
        description = "Inspects and changes databases, including those of RocksDB.",
        subcommands = {
            ScanCommand.class,
            GetCommand.class,
            PutCommand.class,
            CompactCommand.class,
            CheckpointCommand.class,
            StatsCommand.class,
            MigrateStatusCommand.class
        })
public final class DbCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }
}
