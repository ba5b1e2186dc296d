package io.narrows.tests.linearizability;

import io.narrows.node.file.Directories;
import io.narrows.testkit.program.DurationConverter;
import io.narrows.testkit.program.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Stores are killed and started again while clients write. */
@Command(
        name = "node-kills",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Stores are killed and started again while clients write.")
public final class NodeKillsSoak implements Soak {
    @Option(
            names = "--cycles",
            defaultValue = "200",
            paramLabel = "N",
            description = "Cycles. Default: ${DEFAULT-VALUE}.")
    private int cycles;

    @Option(
            names = "--for",
            defaultValue = "25s",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            hidden = true) // the cycles determine the length
    private Duration load;

    @Mixin
    private StoreSoakOptions stores;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("node-kills");
        System.out.println("files and logs: " + directory);
        RunOptions options = stores.of(cycles, load, Optional.empty());
        if (!new NodeKills(options, System.out).run(directory).isEmpty()) {
            return 1;
        }
        Directories.delete(directory);
        return 0;
    }
}
