package io.narrows.cli;

import io.narrows.cli.node.StoreNode;
import io.narrows.cli.platform.MachinePlace;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.terminal.option.NodeOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "node",
        description = "Runs only the bundled store of a configuration, without the sidecar, in the foreground.",
        mixinStandardHelpOptions = true,
        subcommands = NodeRestoreCommand.class)
final class NodeCommand implements Callable<Integer> {
    static final int EXIT_FAILED = 1;

    /** Required, except with a subcommand, which has its own option. */
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Configuration file (YAML).")
    private @Nullable Path file;

    @Mixin
    private NodeOption node;

    @Mixin
    private Foreground foreground;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (file == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--config=FILE'");
        }
        ConfigSource source = MachinePlace.of(node.source(file));
        Optional<Config> config;
        try {
            config = withStore(file, Optional.of(LoadedConfig.toRun(source)));
        } catch (ConfigException e) {
            return LoadedConfig.refusal(e);
        }
        if (config.isEmpty()) {
            return Narrows.EXIT_BAD_INPUT;
        }
        try (StoreNode store = StoreNode.prepare(config.get(), source)) {
            store.start();
            foreground.listen(store::reload);
            store.whenFailed(foreground::stop);
            foreground.awaitStop();
            return store.hasFailed() ? EXIT_FAILED : 0;
        } catch (IOException | IllegalStateException e) {
            System.err.println("narrows: " + e.getMessage());
            return EXIT_FAILED;
        }
    }

    /** Returns a configuration that has a store; empty if it has none, which is then printed to standard error. */
    static Optional<Config> withStore(Path file, Optional<Config> config) {
        if (config.isPresent() && config.get().store().isEmpty()) {
            System.err.println(file + ": no store is configured, expected the section \"store\"");
            return Optional.empty();
        }
        return config;
    }
}
