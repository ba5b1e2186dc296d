package io.narrows.cli;

import io.narrows.cli.node.StoreNode;
import io.narrows.config.Config;
import io.narrows.config.PlatformPlace;
import io.narrows.terminal.option.ConfigOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "restore",
        description = "Creates the store directory, which must not exist yet, from a snapshot of this store or of etcd"
                + " made by `etcdctl snapshot save`.",
        mixinStandardHelpOptions = true)
final class NodeRestoreCommand implements Callable<Integer> {
    @Mixin
    private ConfigOption option;

    @Option(
            names = "--skip-hash-check",
            description = "Does not verify the SHA-256 at the end of the file; a copy of etcd's own database file"
                    + " has none.")
    private boolean skipHashCheck;

    @Parameters(paramLabel = "SNAPSHOT", description = "Snapshot file.")
    private Path snapshot;

    @Override
    public Integer call() {
        Optional<Config> config = NodeCommand.withStore(
                option.file(), LoadedConfig.of(option.source().withPlatform(PlatformPlace.UNASKED)));
        if (config.isEmpty()) {
            return Narrows.EXIT_BAD_INPUT;
        }
        try {
            long revision = StoreNode.restore(config.get(), snapshot, !skipHashCheck);
            System.out.printf(
                    "%s: revision %d of %s%n",
                    config.get().store().orElseThrow().dataDir(), revision, snapshot);
            return 0;
        } catch (IOException e) {
            System.err.println("narrows: " + e.getMessage());
            return NodeCommand.EXIT_FAILED;
        }
    }
}
