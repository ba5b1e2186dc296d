package io.narrows.cli.capture;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verbs for the kernel's rules of transparent captures. */
@Command(
        name = "capture",
        mixinStandardHelpOptions = true,
        description = "Manages the kernel's rules that hand connections to transparent captures.",
        subcommands = {PlanCommand.class, ApplyCommand.class, StatusCommand.class, RemoveCommand.class})
public final class CaptureCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }
}
