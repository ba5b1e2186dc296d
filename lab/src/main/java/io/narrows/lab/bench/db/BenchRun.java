package io.narrows.lab.bench.db;

import io.narrows.lab.bench.db.Trial.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs benchmarks one after another on one engine in one directory. */
final class BenchRun implements AutoCloseable {
    private final EngineKind kind;
    private final Settings settings;
    private final Path directory;
    private final boolean keepsWhatIsThere;
    private final Report report;
    private final EngineListener listener;
    private @Nullable Engine engine;
    private int nextThread;

    /**
     * @param keepsWhatIsThere whether benchmarks that normally begin with an empty database use the existing one
     * instead
     */
    BenchRun(
            EngineKind kind,
            Settings settings,
            Path directory,
            boolean keepsWhatIsThere,
            Report report,
            EngineListener listener) {
        this.kind = kind;
        this.settings = settings;
        this.directory = directory;
        this.keepsWhatIsThere = keepsWhatIsThere;
        this.report = report;
        this.listener = listener;
    }

    void run() throws IOException {
        for (Benchmark benchmark : settings.benchmarks()) {
            if (benchmark == Benchmark.STATS) {
                prepare(Database.THERE);
                report.statistics(kind, Objects.requireNonNull(engine).statistics());
            } else {
                for (Trial trial : benchmark.trials(settings)) {
                    run(trial);
                }
            }
        }
    }

    private void run(Trial trial) throws IOException {
        prepare(trial.database());
        int threads = trial.isParallel() ? settings.threads() : 1;
        TrialRun run = TrialRun.of(trial, engine, threads, nextThread);
        nextThread += threads;
        long diskBytes = trial.database() == Database.NONE ? 0 : Directories.bytes(directory);
        report.result(kind, run.figures(trial.name(), diskBytes), run.tally().nanos());
    }

    private void prepare(Database wanted) throws IOException {
        if (wanted == Database.FRESH && !keepsWhatIsThere) {
            close();
            Directories.empty(directory);
        }
        if (wanted != Database.NONE && engine == null) {
            engine = kind.open(directory, settings);
            listener.opened(engine);
        }
    }

    @Override
    public void close() throws IOException {
        if (engine != null) {
            Engine closing = engine;
            engine = null;
            listener.closing();
            closing.close();
        }
    }
}
