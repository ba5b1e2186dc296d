package io.narrows.cli;

import io.narrows.cli.process.Signals;
import io.narrows.cli.process.StandardInput;
import io.narrows.config.Config;
import io.narrows.proxy.Sidecar;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "run",
        description = "Runs a sidecar in the foreground. SIGTERM drains it, SIGHUP reloads its configuration.")
final class RunCommand implements Callable<Integer> {
    /** Something that the configuration asks for cannot be had, such as an address that is in use. */
    private static final int EXIT_CANNOT_START = 1;

    @Mixin
    private ConfigOption option;

    @Option(
            names = "--while-stdin-open",
            hidden = true,
            description = "Stops when standard input ends, and leaves SIGINT to who started it.")
    private boolean whileStdinOpen;

    @Override
    public Integer call() throws InterruptedException {
        Optional<Config> config = option.load();
        if (config.isEmpty()) {
            return Narrows.EXIT_BAD_INPUT;
        }
        CountDownLatch stop = new CountDownLatch(1);
        try (Sidecar sidecar = Sidecar.start(config.get(), option.file(), Version.current())) {
            Signals.handle("HUP", sidecar::reload);
            Signals.handle("TERM", stop::countDown);
            if (whileStdinOpen) {
                StandardInput.onEnd(stop::countDown);
                Signals.ignore("INT");
            } else {
                Signals.handle("INT", stop::countDown);
            }
            sidecar.warmUp();
            stop.await();
            sidecar.drain(sidecar.config().link().drain());
            return 0;
        } catch (IOException | IllegalStateException e) {
            System.err.println("narrows: " + e.getMessage());
            return EXIT_CANNOT_START;
        }
    }
}
