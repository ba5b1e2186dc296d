package io.narrows.bench;

import io.narrows.bench.report.Metric;
import io.narrows.bench.report.ReportOptions;
import io.narrows.bench.report.Run;
import io.narrows.bench.report.Run.State;
import io.narrows.bench.report.SnapshotReport;
import io.narrows.bench.report.Summary;
import io.narrows.bench.store.FilledDirectory;
import io.narrows.bench.store.Installation;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.node.file.Directories;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A member that is filled by a snapshot. */
@Command(
        name = "snapshot",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Adds an empty member, in another region, to two members of the bundled store that have much.")
public final class SnapshotCommand implements Benchmark {
    private static final String TRIAL = "snapshot";
    private static final long BYTES_PER_MB = 1_000_000;

    @Option(
            names = "--mb",
            defaultValue = "1250",
            paramLabel = "MB",
            description =
                    "Files that are written for a member. They are compacted then, to about four fifths. Default: ${DEFAULT-VALUE}.")
    private int megabytes;

    @Option(
            names = "--compression",
            split = ",",
            defaultValue = "lz4,zstd",
            paramLabel = "CODEC",
            description = "Of the files, in turn: the store's default is lz4. Default: ${DEFAULT-VALUE}.")
    private List<Codec> compressions;

    @Option(
            names = "--filled",
            paramLabel = "FOLDER",
            description = "Where that is kept, and taken from the next time. Default: it is made anew in each run.")
    private Path kept;

    @Option(names = "--reps", defaultValue = "1", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private PolicyOptions policy;

    @Mixin
    private ReportOptions report;

    @Override
    public Integer call() throws IOException {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= reps; round++) {
            for (Codec compression : compressions) {
                Run run = new Run(compression.label(), TRIAL, State.WARM, round, measured(compression));
                runs.add(run);
                report.done(run);
            }
        }
        report.write(SnapshotReport.of(Summary.of(runs, report.maxLoad())));
        return 0;
    }

    private Map<Metric, Double> measured(Codec compression) throws IOException {
        Path directory = Files.createTempDirectory("narrows-snapshot-");
        try {
            return measured(directory, CodecSpec.of(compression));
        } finally {
            Directories.delete(directory);
        }
    }

    private Map<Metric, Double> measured(Path directory, CodecSpec compression) throws IOException {
        Path filled = filled(directory, compression);
        try (Installation installation = Installation.prepare(directory, filled, compression, policy.rules())) {
            return OtherLoad.during(installation::run);
        }
    }

    private Path filled(Path directory, CodecSpec compression) throws IOException {
        String name = "filled-%s-%d".formatted(compression.codec().label(), megabytes);
        Path folder = (kept == null ? directory : kept).resolve(name);
        if (!Files.isDirectory(folder)) {
            FilledDirectory.make(folder, megabytes * BYTES_PER_MB, compression);
        }
        return folder;
    }
}
