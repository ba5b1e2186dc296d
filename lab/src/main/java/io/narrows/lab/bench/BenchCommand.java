package io.narrows.lab.bench;

import io.narrows.lab.bench.db.DbBenchCommand;
import io.narrows.lab.bench.node.NodeBenchCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures parts of Narrows on this machine. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Benchmarks parts of Narrows on this machine.",
        subcommands = {DbBenchCommand.class, NodeBenchCommand.class})
public final class BenchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }
}
