package io.narrows.cli;

import io.narrows.cli.node.StoreNode;
import io.narrows.cli.platform.MachinePlace;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.config.StoreSettings;
import io.narrows.proxy.Sidecar;
import io.narrows.proxy.service.ServiceManager;
import io.narrows.proxy.tls.NodeCertificateException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Runs a sidecar from start to end, including its store unless the store has a separate process. */
record Run(ConfigSource source, Foreground foreground) {
    /** Exit code if a resource of the configuration is unavailable, such as an address in use. */
    private static final int EXIT_FAILED = 1;

    private static final String CONFIG = "--config";
    private static final String NODE = "--node";

    /**
     * Parses {@code run --config FILE}, perhaps with {@code --node ID}, the command of units and images; empty for anything
     * else. Works without picocli, whose classes a CDS archive cannot hold: loading them would make the sidecar start later
     * and take more memory.
     */
    static Optional<Run> of(String... arguments) {
        if (arguments.length == 0 || !arguments[0].equals("run") || arguments.length % 2 == 0) {
            return Optional.empty();
        }
        Map<String, String> options = new HashMap<>();
        for (int i = 1; i < arguments.length; i += 2) {
            String name = arguments[i].equals("-c") ? CONFIG : arguments[i];
            String value = arguments[i + 1];
            boolean plain = (name.equals(CONFIG) || name.equals(NODE))
                    && !value.startsWith("-")
                    && !value.startsWith("@")
                    && options.put(name, value) == null;
            if (!plain) {
                return Optional.empty();
            }
        }
        Optional<String> node = Optional.ofNullable(options.get(NODE));
        return Optional.ofNullable(options.get(CONFIG))
                .map(file -> new ConfigSource(Path.of(file), System.getenv()))
                .map(source -> node.map(source::withNode).orElse(source))
                .map(source -> new Run(MachinePlace.of(source), new Foreground()));
    }

    /** Runs until a signal or the end of the parent process stops it. Returns the exit code. */
    int call() throws InterruptedException {
        Config config;
        try {
            config = LoadedConfig.toRun(source);
        } catch (ConfigException e) {
            return LoadedConfig.refusal(e);
        }
        try {
            return config.store().filter(StoreSettings::sharesProcess).isPresent() ? runWithStore(config) : run(config);
        } catch (NodeCertificateException e) { // like a mistake in the file: a restart would not help
            e.faults().forEach(System.err::println);
            return Narrows.EXIT_BAD_INPUT;
        } catch (IOException | IllegalStateException e) {
            System.err.println("narrows: " + e.getMessage());
            return EXIT_FAILED;
        }
    }

    private int run(Config config) throws IOException, InterruptedException {
        try (Sidecar sidecar = Sidecar.start(config, source, Version.current());
                ServiceManager manager = sidecar.serviceManager(System.getenv())) {
            sidecar.warmUp();
            foreground.listen(sidecar::reload);
            manager.ready(sidecar::unhealthy);
            foreground.awaitStop();
            manager.stopping();
            drain(sidecar, manager);
            return 0;
        }
    }

    /** Prepares the store first, since members' names must be set up before anything resolves a name. */
    private int runWithStore(Config config) throws IOException, InterruptedException {
        try (StoreNode store = StoreNode.prepare(config, source);
                Sidecar sidecar = Sidecar.start(config, source, Version.current());
                ServiceManager manager = sidecar.serviceManager(System.getenv())) {
            sidecar.warmUpAfter(store::isLed);
            store.start();
            sidecar.expose(store::metrics);
            foreground.listen(() -> {
                sidecar.reload();
                store.reload();
            });
            store.whenFailed(foreground::stop);
            manager.ready(sidecar::unhealthy);
            foreground.awaitStop();
            manager.stopping();
            boolean failed = store.hasFailed();
            store.end(); // before the sidecar, which carries the store's last messages
            drain(sidecar, manager);
            return failed ? EXIT_FAILED : 0;
        }
    }

    /** Drains the sidecar. A second signal ends the drain. */
    private void drain(Sidecar sidecar, ServiceManager manager) throws InterruptedException {
        sidecar.drain(sidecar.config().link().drain(), foreground::hurried, manager::status);
    }
}
