package io.narrows.lab.bench.db;

import io.narrows.config.HostPort;
import io.narrows.terminal.option.OutputOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the benchmarks of db_bench. */
@Command(
        name = "db",
        mixinStandardHelpOptions = true,
        description = "Runs the benchmarks of db_bench on the Narrows storage engine or on RocksDB.",
        footer = {
            "",
            "Prints one line per benchmark in db_bench's format, followed by the latency of a",
            "call, the processor time of all threads of the process, and the size of the",
            "database files. docs/benchmarks/db.md explains the output.",
            "Exits with 1 if a benchmark fails."
        })
public final class DbBenchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions options;

    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            converter = EngineConverter.class,
            description = "narrows or rocksdb; rocksdb needs the path of the rocksdbjni jar in NARROWS_ROCKSDB_JAR."
                    + " Default: narrows.")
    private @Nullable EngineKind engine;

    @Option(
            names = "--interleave",
            paramLabel = "N",
            description = "Runs both engines in turn, N times, each time in a new process and directory; prints medians"
                    + " and ratios.")
    private @Nullable Integer interleave;

    @Option(
            names = "--db",
            paramLabel = "DIR",
            description = "Directory for the database, empty or not yet existing; it is kept. With --interleave, the"
                    + " parent of temporary database directories. Default: the directory for temporary files.")
    private @Nullable Path directory;

    @Option(
            names = "--use-existing-db",
            description = "Uses the database that exists in DIR instead of creating an" + " empty one.")
    private boolean useExisting;

    @Option(names = "--histogram", description = "Prints the latency distribution below each line.")
    private boolean histogram;

    @Option(
            names = "--metrics",
            paramLabel = "HOST:PORT",
            description = "Serves the database's Prometheus metrics at /metrics on this address during the run.")
    private @Nullable String metrics;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        try {
            Settings settings = options.settings();
            if (interleave == null) {
                runOne(engine == null ? EngineKind.NARROWS : engine, settings);
            } else {
                runBoth(settings, interleave);
            }
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        } catch (IOException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("narrows: " + e.getMessage());
            err.flush();
            return ExitCode.SOFTWARE;
        }
    }

    private void runOne(EngineKind kind, Settings settings) throws IOException {
        kind.check(settings);
        HostPort metricsAddress = metricsAddress(kind);
        if (useExisting && directory == null) {
            throw wrong("--use-existing-db without --db (expected: --db with the directory of the database)");
        }
        if (!useExisting && directory != null && !Directories.isEmptyOrMissing(directory)) {
            throw wrong("--db " + directory + " is not empty (expected: an empty or nonexistent directory, or"
                    + " --use-existing-db)");
        }
        PrintWriter out = spec.commandLine().getOut();
        Report report = output.isJson() ? new JsonReport(out) : new TextReport(out, histogram);
        if (settings.warmUp() > 0) {
            warmUp(kind, settings.ofWarmUp());
        }
        Path place = directory == null ? Files.createTempDirectory("narrows-bench-") : directory;
        try (MetricsPage page = serve(metricsAddress);
                BenchRun run = new BenchRun(
                        kind, settings, place, useExisting, report, page == null ? EngineListener.NONE : page)) {
            run.run();
        } finally {
            if (directory == null) {
                Directories.delete(place);
            }
        }
    }

    /** Runs the warm-up in a separate directory, which is deleted afterwards. */
    private void warmUp(EngineKind kind, Settings settings) throws IOException {
        Path place = directory == null
                ? Files.createTempDirectory("narrows-bench-")
                : Files.createTempDirectory(directory.toAbsolutePath().getParent(), "narrows-bench-");
        try (BenchRun run = new BenchRun(kind, settings, place, false, Report.NONE, EngineListener.NONE)) {
            run.run();
        } finally {
            Directories.delete(place);
        }
    }

    /** Returns the address to serve metrics on; null if none was requested. */
    private @Nullable HostPort metricsAddress(EngineKind kind) {
        if (metrics == null) {
            return null;
        }
        if (kind != EngineKind.NARROWS) {
            throw wrong("--metrics with " + kind + " (expected: --engine narrows, the only engine with metrics)");
        }
        try {
            return HostPort.parse(metrics);
        } catch (IllegalArgumentException e) {
            throw wrong("--metrics: " + e.getMessage() + " (expected: HOST:PORT)");
        }
    }

    /** Serves metrics; returns null if the address is null. */
    private @Nullable MetricsPage serve(@Nullable HostPort address) throws IOException {
        if (address == null) {
            return null;
        }
        MetricsPage page = MetricsPage.serve(address);
        PrintWriter err = spec.commandLine().getErr();
        err.println("narrows: metrics at " + page.url());
        err.flush();
        return page;
    }

    private void runBoth(Settings settings, int rounds) throws IOException {
        if (engine != null || useExisting || histogram || metrics != null) {
            throw wrong("--interleave cannot be combined with --engine, --use-existing-db, --histogram or --metrics");
        }
        if (rounds < 1) {
            throw wrong("--interleave " + rounds + " (expected: 1 or more)");
        }
        for (EngineKind kind : EngineKind.values()) {
            kind.check(settings);
        }
        Path parent = directory == null ? Path.of(System.getProperty("java.io.tmpdir")) : directory;
        Class<?> main = spec.root().userObject().getClass();
        Comparison comparison = new Interleaving(
                        settings, rounds, parent, main, spec.commandLine().getErr())
                .run();
        PrintWriter out = spec.commandLine().getOut();
        if (output.isJson()) {
            ComparisonJson.write(comparison, out);
        } else {
            ComparisonTable.write(comparison, command(), out);
        }
    }

    /** Returns the arguments that were typed after {@code bench db}. */
    private String command() {
        List<String> typed = spec.commandLine().getParseResult().originalArgs();
        return String.join(" ", typed.subList(typed.indexOf(spec.name()) + 1, typed.size()));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
