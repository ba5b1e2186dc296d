package io.narrows.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code bench} command, with a subcommand per benchmark. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        subcommands = {
            PeersCommand.class,
            HeartbeatsCommand.class,
            MemoryCommand.class,
            JvmsCommand.class,
            IncompressibleCommand.class,
            StoresCommand.class,
            SnapshotCommand.class,
            BillCommand.class,
            SharedHistoryCommand.class
        })
public final class Benchmarks implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a benchmark is missing");
    }

    public static void main(String[] arguments) {
        CommandLine line = new CommandLine(new Benchmarks());
        line.setExecutionExceptionHandler((exception, commandLine, result) -> {
            System.err.println("bench: " + exception.getMessage());
            return 1;
        });
        line.setCaseInsensitiveEnumValuesAllowed(true);
        System.exit(line.execute(arguments));
    }
}
