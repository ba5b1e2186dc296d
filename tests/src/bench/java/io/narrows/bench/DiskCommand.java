package io.narrows.bench;

import io.narrows.bench.report.DocOptions;
import io.narrows.bench.report.MarkdownTable;
import io.narrows.bench.report.Spread;
import io.narrows.bench.store.DiskTrial;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.node.file.Directories;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.testkit.program.Benchmark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The size of the store's database after a compaction of revisions, beside etcd's. */
@Command(
        name = "disk",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Compares the sizes of databases after a compaction of revisions.")
public final class DiskCommand implements Benchmark {
    private static final double BYTES_PER_MB = 1e6;

    private static final CodecSpec LZ4 = CodecSpec.of(Codec.LZ4);

    /** Codecs of level 0 and of the levels below it. */
    private static final List<List<CodecSpec>> LADDERS =
            List.of(List.of(LZ4), List.of(LZ4, CodecSpec.of(Codec.ZSTD, 1)), List.of(LZ4, CodecSpec.of(Codec.ZSTD, 3)));

    @Option(names = "--pods", defaultValue = "2000", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int pods;

    @Option(
            names = "--revisions",
            defaultValue = "20",
            paramLabel = "N",
            description = "Revisions of each pod. Default: ${DEFAULT-VALUE}.")
    private int revisions;

    @Option(
            names = "--compact-after",
            defaultValue = "5",
            paramLabel = "N",
            description = "Revisions of each pod between two compactions. Default: ${DEFAULT-VALUE}.")
    private int turns;

    @Option(
            names = "--value-size",
            defaultValue = "6144",
            paramLabel = "BYTES",
            description = "Approximate size of a pod. Default: ${DEFAULT-VALUE}.")
    private int valueSize;

    @Option(
            names = "--reps",
            defaultValue = "3",
            paramLabel = "N",
            description = "Rounds of all codecs in turn. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private DocOptions doc;

    @Override
    public Integer call() throws Exception {
        DiskTrial trial = new DiskTrial(pods, revisions, valueSize, turns);
        DiskTrial.EtcdSizes etcd = inFolder(trial::sizesOfEtcd);
        say("etcd: %s", etcd);
        Map<List<CodecSpec>, List<DiskTrial.Figures>> figures = new LinkedHashMap<>();
        for (int round = -1; round < reps; round++) { // the first one warms up
            for (List<CodecSpec> ladder : LADDERS) {
                KeyspaceOptions options =
                        KeyspaceOptions.defaults().withFamily(FamilyOptions.DEFAULT.withCompressionPerLevel(ladder));
                DiskTrial.Figures measured = inFolder(folder -> trial.ofKeyspace(folder, options));
                say("%s: %s", label(ladder), measured);
                if (round >= 0) {
                    figures.computeIfAbsent(ladder, key -> new ArrayList<>()).add(measured);
                }
            }
        }
        doc.publish(table(etcd, figures), "JDK", true, List.of());
        return 0;
    }

    private static String label(List<CodecSpec> ladder) {
        return ladder.stream()
                .map(codec -> codec.codec().label() + (codec.codec() == Codec.ZSTD ? ":" + codec.level() : ""))
                .collect(Collectors.joining(" "));
    }

    private static String table(DiskTrial.EtcdSizes etcd, Map<List<CodecSpec>, List<DiskTrial.Figures>> figures) {
        MarkdownTable table = MarkdownTable.ofFigures(
                "store", List.of("values, MB", "database, MB", "x etcd", "writes/s", "CPU s", "read, ms"));
        long written = figures.values().iterator().next().get(0).written();
        table.row("etcd", ofEtcd(written, etcd.compacted(), etcd));
        table.row("etcd, defragmented", ofEtcd(written, etcd.defragmented(), etcd));
        figures.forEach((ladder, runs) -> table.row(
                "narrows, " + label(ladder),
                List.of(
                        megabytes(written),
                        spread(runs, 1, run -> run.bytes() / BYTES_PER_MB),
                        spread(runs, 3, run -> (double) run.bytes() / etcd.compacted()),
                        spread(runs, 0, DiskTrial.Figures::writesPerSecond),
                        spread(runs, 1, DiskTrial.Figures::cpuSeconds),
                        spread(runs, 0, DiskTrial.Figures::readMillis))));
        return table.toString();
    }

    private static List<String> ofEtcd(long written, long bytes, DiskTrial.EtcdSizes etcd) {
        String share = String.format(Locale.ROOT, "%.3f", (double) bytes / etcd.compacted());
        return List.of(megabytes(written), megabytes(bytes), share, "", "", "");
    }

    private static String spread(
            List<DiskTrial.Figures> runs, int decimals, Function<DiskTrial.Figures, Double> figure) {
        return Spread.of(runs.stream().map(figure).toList()).text(decimals);
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / BYTES_PER_MB);
    }

    private static void say(String format, Object... values) {
        System.err.printf(Locale.ROOT, "bench: " + format + "%n", values);
    }

    /** Measures in a new folder, which is deleted afterward. */
    @FunctionalInterface
    private interface Measuring<T> {
        T in(Path folder) throws Exception;
    }

    private static <T> T inFolder(Measuring<T> measuring) throws Exception {
        Path folder = Files.createTempDirectory("narrows-disk-");
        try {
            return measuring.in(folder.resolve("store"));
        } finally {
            Directories.delete(folder);
        }
    }
}
