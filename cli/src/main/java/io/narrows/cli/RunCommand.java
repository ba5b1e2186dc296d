package io.narrows.cli;

import io.narrows.cli.platform.MachinePlace;
import io.narrows.terminal.option.ConfigOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "run",
        description = "Runs a sidecar in the foreground, together with the configured store unless that has its own"
                + " process. SIGTERM drains the sidecar; SIGHUP reloads its configuration.")
final class RunCommand implements Callable<Integer> {
    @Mixin
    private ConfigOption option;

    @Mixin
    private Foreground foreground;

    @Override
    public Integer call() throws InterruptedException {
        return new Run(MachinePlace.of(option.source()), foreground).call();
    }
}
