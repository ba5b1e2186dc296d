package io.narrows.cli;

import io.narrows.cli.node.StoreNode;
import io.narrows.config.Config;
import io.narrows.config.StoreProcess;
import io.narrows.config.StoreSettings;
import io.narrows.proxy.Sidecar;
import io.narrows.proxy.service.ServiceManager;
import io.narrows.proxy.tls.NodeCertificateException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A sidecar from its start to its end, with the store beside it unless that has a process of its own. */
record Run(Path file, Foreground foreground) {
    /** Something that the configuration asks for cannot be had, such as an address that is in use. */
    private static final int EXIT_FAILED = 1;

    /**
     * {@code run --config FILE}, as a unit or an image starts it; empty for anything else. No parser is needed for that, and none
     * is loaded: an archive cannot hold picocli's classes, so a sidecar would start later for them, and be larger.
     */
    static Optional<Run> of(String... arguments) {
        boolean plain = arguments.length == 3
                && arguments[0].equals("run")
                && (arguments[1].equals("--config") || arguments[1].equals("-c"))
                && !arguments[2].startsWith("-")
                && !arguments[2].startsWith("@");
        return plain ? Optional.of(new Run(Path.of(arguments[2]), new Foreground())) : Optional.empty();
    }

    /** Returns the exit code, when the process has been told to stop. */
    int call() throws InterruptedException {
        Optional<Config> loaded = ConfigOption.load(file);
        if (loaded.isEmpty()) {
            return Narrows.EXIT_BAD_INPUT;
        }
        Config config = loaded.get();
        try {
            return sharesItsProcess(config.store()) ? runWithStore(config) : run(config);
        } catch (NodeCertificateException e) { // like a mistake in the file: another start would not mend it
            e.faults().forEach(System.err::println);
            return Narrows.EXIT_BAD_INPUT;
        } catch (IOException | IllegalStateException e) {
            System.err.println("narrows: " + e.getMessage());
            return EXIT_FAILED;
        }
    }

    private static boolean sharesItsProcess(Optional<StoreSettings> store) {
        return store.map(StoreSettings::process).equals(Optional.of(StoreProcess.SHARED));
    }

    private int run(Config config) throws IOException, InterruptedException {
        try (Sidecar sidecar = Sidecar.start(config, file, Version.current());
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

    /** The names of members come first: once something has resolved a name it is too late. */
    private int runWithStore(Config config) throws IOException, InterruptedException {
        try (StoreNode store = StoreNode.prepare(config, file);
                Sidecar sidecar = Sidecar.start(config, file, Version.current());
                ServiceManager manager = sidecar.serviceManager(System.getenv())) {
            sidecar.warmUpAfter(store::isLed);
            store.start();
            foreground.listen(() -> {
                sidecar.reload();
                store.reload();
            });
            store.whenFailed(foreground::stop);
            manager.ready(sidecar::unhealthy);
            foreground.awaitStop();
            manager.stopping();
            boolean failed = store.hasFailed();
            store.end(); // before the sidecar, which carries what the store still says
            drain(sidecar, manager);
            return failed ? EXIT_FAILED : 0;
        }
    }

    /** A second signal ends it. */
    private void drain(Sidecar sidecar, ServiceManager manager) throws InterruptedException {
        sidecar.drain(sidecar.config().link().drain(), foreground::hurried, manager::status);
    }
}
