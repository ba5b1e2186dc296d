package io.narrows.cli.sst;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verbs for SST files. */
@Command(
        name = "sst",
        mixinStandardHelpOptions = true,
        description = "Inspects, verifies and measures SST files in RocksDB's block-based format.",
        subcommands = {DumpCommand.class, VerifyCommand.class, PropertiesCommand.class, RecompressCommand.class})
public final class SstCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }
}
