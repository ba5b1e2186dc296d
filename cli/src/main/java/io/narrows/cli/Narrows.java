package io.narrows.cli;

import io.narrows.cli.analyze.AnalyzeCommand;
import io.narrows.cli.bench.BenchCommand;
import io.narrows.cli.db.DbCommand;
import io.narrows.cli.demo.DemoCommand;
import io.narrows.cli.recording.PackCommand;
import io.narrows.cli.sst.SstCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Spec;

/** The command line: one thin command per verb. */
@Command(
        name = "narrows",
        description = "Compresses the traffic between the nodes of a distributed database.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            RunCommand.class,
            NodeCommand.class,
            AnalyzeCommand.class,
            SstCommand.class,
            DbCommand.class,
            BenchCommand.class,
            DemoCommand.class,
            CheckCommand.class,
            ExplainCommand.class,
            HealthCommand.class,
            SchemaCommand.class,
            VersionCommand.class,
            PackCommand.class,
            CommandLine.HelpCommand.class
        })
public final class Narrows implements Runnable {
    /** The file, the command line or the environment is not as it must be; nothing was started. */
    static final int EXIT_BAD_INPUT = 2;

    @Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "a command is missing");
    }

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Narrows()).execute(arguments));
    }
}
