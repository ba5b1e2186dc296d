package io.narrows.cli;

import io.narrows.cli.node.StoreNode;
import io.narrows.config.Config;
import io.narrows.config.StoreProcess;
import io.narrows.config.StoreSettings;
import io.narrows.proxy.Sidecar;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "run",
        description =
                "Runs a sidecar in the foreground, and the store beside it unless that has a process of its own. SIGTERM"
                        + " drains the sidecar, SIGHUP reloads its configuration.")
final class RunCommand implements Callable<Integer> {
    /** Something that the configuration asks for cannot be had, such as an address that is in use. */
    private static final int EXIT_FAILED = 1;

    @Mixin
    private ConfigOption option;

    @Mixin
    private Foreground foreground;

    @Override
    public Integer call() throws InterruptedException {
        Optional<Config> loaded = option.load();
        if (loaded.isEmpty()) {
            return Narrows.EXIT_BAD_INPUT;
        }
        Config config = loaded.get();
        try {
            return sharesItsProcess(config.store()) ? runWithStore(config) : run(config);
        } catch (IOException | IllegalStateException e) {
            System.err.println("narrows: " + e.getMessage());
            return EXIT_FAILED;
        }
    }

    private static boolean sharesItsProcess(Optional<StoreSettings> store) {
        return store.map(StoreSettings::process).equals(Optional.of(StoreProcess.SHARED));
    }

    private int run(Config config) throws IOException, InterruptedException {
        try (Sidecar sidecar = Sidecar.start(config, option.file(), Version.current())) {
            foreground.listen(sidecar::reload);
            sidecar.warmUp();
            foreground.awaitStop();
            sidecar.drain(sidecar.config().link().drain());
            return 0;
        }
    }

    /** The names of members come first: once something has resolved a name it is too late. */
    private int runWithStore(Config config) throws IOException, InterruptedException {
        try (StoreNode store = StoreNode.prepare(config, option.file());
                Sidecar sidecar = Sidecar.start(config, option.file(), Version.current())) {
            store.start();
            foreground.listen(() -> {
                sidecar.reload();
                store.reload();
            });
            store.whenFailed(foreground::stop);
            sidecar.warmUp();
            foreground.awaitStop();
            boolean failed = store.hasFailed();
            store.end(); // before the sidecar, which carries what the store still says
            sidecar.drain(sidecar.config().link().drain());
            return failed ? EXIT_FAILED : 0;
        }
    }
}
