package io.narrows.bench.sst;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Building by number of threads, with the cost of waking them. */
final class ThreadsBench {
    private static final int[] THREADS = {1, 2, 3, 4, 8};
    private static final int[] LEVELS = {3, 8};

    private final OurTables ours;
    private final RocksTables theirs;
    private final Path folder;

    ThreadsBench(Workload workload, Path folder) {
        this.ours = new OurTables(workload);
        this.theirs = new RocksTables(workload);
        this.folder = folder;
    }

    /** Returns a table for each level, in Markdown. */
    String run(SstOptions options) throws Exception {
        List<Trial> trials = new ArrayList<>();
        for (int level : LEVELS) {
            for (int threads : THREADS) {
                trials.add(BuiltCodec.zstd(level).ours(ours, folder, threads));
            }
            for (int threads : THREADS) {
                trials.add(BuiltCodec.zstd(level).rocksDb(theirs, folder, threads));
            }
        }
        Rounds rounds = new Rounds(trials);
        rounds.run(options.warmUps(), options.reps());
        return Tables.of(
                rounds.results(),
                List.of(Column.SECONDS, Column.CPU, Column.RATE, Column.WAKE_UPS, Column.SWITCHES, Column.OTHER_LOAD));
    }
}
