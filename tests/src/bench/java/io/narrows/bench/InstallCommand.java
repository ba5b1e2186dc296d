package io.narrows.bench;

import io.narrows.bench.report.InstallReport;
import io.narrows.bench.report.Run;
import io.narrows.bench.report.Run.State;
import io.narrows.bench.report.Summary;
import io.narrows.bench.store.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A member that is filled by a snapshot. */
@Command(
        name = "install",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Fills two members of the bundled store, then starts the third, which is empty.")
final class InstallCommand implements Callable<Integer> {
    @Option(
            names = "--mb",
            defaultValue = "1000",
            paramLabel = "MB",
            description = "What the files of a member shall have, about. Default: ${DEFAULT-VALUE}.")
    private int megabytes;

    @Option(
            names = "--rule",
            paramLabel = "MAP",
            description = "A rule of the sidecars' policy, in its order. Default: that of the examples.")
    private List<String> rules = List.of(
            "{class: heartbeat, codec: zstd, level: -1}",
            "{tier: cross-zone, codec: zstd, level: 1}",
            "{tier: cross-region, codec: zstd, level: 3}");

    @Option(names = "--reps", defaultValue = "1", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private ReportOptions report;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= reps; round++) {
            Path directory = Files.createTempDirectory("narrows-install-");
            try {
                Run run =
                        new Run("narrows", "snapshot", State.WARM, round, Installation.of(directory, megabytes, rules));
                runs.add(run);
                report.done(run);
            } finally {
                Folders.delete(directory);
            }
        }
        report.write(InstallReport.of(Summary.of(runs, report.maxLoad())));
        return 0;
    }
}
