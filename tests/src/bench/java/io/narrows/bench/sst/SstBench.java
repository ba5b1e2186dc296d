package io.narrows.bench.sst;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Building, point gets and scans, ours next to RocksDB's, with their goals. */
final class SstBench {
    private static final int[] ROCKSDB_THREADS = {1, 2, 3};
    private static final int GETS_PER_ENTRY = 4;
    private static final String GET = "Point get, ";
    private static final String SCAN = "Scan, ";
    private static final String SEEKING = Trial.ROCKSDB + ", seek of SstFileReader";
    private static final String INGESTED = Trial.ROCKSDB + ", get of a database";
    private static final String SKIMMING = Trial.ROCKSDB + ", entries not looked at";
    private static final BuiltCodec ZSTD = BuiltCodec.zstd(3);

    private final Workload workload;
    private final OurTables ours;
    private final RocksTables theirs;
    private final Path folder;

    SstBench(Workload workload, Path folder) {
        this.workload = workload;
        this.ours = new OurTables(workload);
        this.theirs = new RocksTables(workload);
        this.folder = folder;
    }

    /** Returns all tables in Markdown. */
    String run(SstOptions options) throws Exception {
        Rounds rounds = new Rounds(trials());
        rounds.run(options.warmUps(), options.reps());
        List<Result> results = rounds.results();
        List<Result> building = results.stream()
                .filter(result -> result.samples().get(0).fileBytes() > 0)
                .toList();
        List<Result> reading =
                results.stream().filter(result -> !building.contains(result)).toList();
        return Goal.table(goals(results))
                + "\n"
                + Tables.of(building, List.of(Column.SECONDS, Column.CPU, Column.RATE, Column.FILE, Column.OTHER_LOAD))
                + "\n"
                + Tables.of(reading, List.of(Column.SECONDS, Column.CPU, Column.CPU_RATE, Column.OTHER_LOAD));
    }

    private List<Trial> trials() throws Exception {
        List<Trial> trials = new ArrayList<>();
        for (BuiltCodec codec : List.of(BuiltCodec.NONE, BuiltCodec.SNAPPY, BuiltCodec.LZ4)) {
            trials.add(codec.ours(ours, folder, 1));
            trials.add(codec.rocksDb(theirs, folder, 1));
        }
        trials.add(ZSTD.ours(ours, folder, 1));
        trials.add(ZSTD.ours(ours, folder, 2));
        for (int threads : ROCKSDB_THREADS) {
            trials.add(ZSTD.rocksDb(theirs, folder, threads));
        }
        for (BuiltCodec codec : List.of(BuiltCodec.LZ4, ZSTD)) {
            addReading(trials, codec);
        }
        return trials;
    }

    private void addReading(List<Trial> trials, BuiltCodec codec) throws Exception {
        Path ourFile = folder.resolve("read-" + codec.codec().label() + "-ours.sst");
        Path theirFile = folder.resolve("read-" + codec.codec().label() + "-theirs.sst");
        Path database = folder.resolve("read-" + codec.codec().label() + "-database");
        codec.build(ours, ourFile, theirs, theirFile);
        theirs.ingest(theirFile, database);

        int gets = Math.max(1, workload.entries() / GETS_PER_ENTRY);
        trials.add(new Trial(GET + codec.name(), Trial.OURS, () -> ours.get(ourFile, gets, new Random(gets))));
        trials.add(new Trial(GET + codec.name(), SEEKING, () -> theirs.seek(theirFile, gets, new Random(gets))));
        trials.add(new Trial(GET + codec.name(), INGESTED, () -> theirs.get(database, gets, new Random(gets))));
        trials.add(new Trial(SCAN + codec.name(), Trial.OURS, () -> ours.scan(ourFile)));
        trials.add(new Trial(SCAN + codec.name(), Trial.ROCKSDB, () -> theirs.scan(theirFile)));
        trials.add(new Trial(SCAN + codec.name(), SKIMMING, () -> theirs.skim(theirFile)));
    }

    private static List<Goal> goals(List<Result> results) {
        Result one = find(results, ZSTD.building(), Trial.threads(Trial.OURS, 1));
        Result two = find(results, ZSTD.building(), Trial.threads(Trial.OURS, 2));
        Result theirOne = find(results, ZSTD.building(), Trial.threads(Trial.ROCKSDB, 1));
        Result theirBest = Stream.of(1, 2, 3)
                .map(threads -> find(results, ZSTD.building(), Trial.threads(Trial.ROCKSDB, threads)))
                .min(Comparator.comparingDouble(SstBench::seconds))
                .orElseThrow();
        Result lz4 = find(results, BuiltCodec.LZ4.building(), Trial.threads(Trial.OURS, 1));
        Result theirLz4 = find(results, BuiltCodec.LZ4.building(), Trial.threads(Trial.ROCKSDB, 1));

        List<Goal> goals = new ArrayList<>();
        goals.add(Goal.atLeast(1.4, "speed of building, lz4", seconds(theirLz4) / seconds(lz4)));
        goals.add(Goal.atLeast(1.0, "speed of building, zstd 3, 1 thread", seconds(theirOne) / seconds(one)));
        goals.add(Goal.atLeast(
                1.3, "speed of building, zstd 3, 2 threads, RocksDB's best", seconds(theirBest) / seconds(two)));
        goals.add(Goal.atLeast(1.5, "speed of building, zstd 3, 2 threads, our 1", seconds(one) / seconds(two)));
        goals.add(Goal.atMost(1.25, "CPU of building, zstd 3, 2 threads, our 1", cpu(two) / cpu(one)));
        goals.add(Goal.atMost(1.0, "file, lz4", lz4.median(Sample::fileBytes) / theirLz4.median(Sample::fileBytes)));
        goals.add(Goal.atMost(1.0, "file, zstd 3", one.median(Sample::fileBytes) / theirOne.median(Sample::fileBytes)));
        for (BuiltCodec codec : List.of(BuiltCodec.LZ4, ZSTD)) {
            Result get = find(results, GET + codec.name(), Trial.OURS);
            Result scan = find(results, SCAN + codec.name(), Trial.OURS);
            goals.add(perCpuSecond(get, find(results, GET + codec.name(), SEEKING)));
            goals.add(perCpuSecond(get, find(results, GET + codec.name(), INGESTED)));
            goals.add(perCpuSecond(scan, find(results, SCAN + codec.name(), Trial.ROCKSDB)));
        }
        return goals;
    }

    private static Goal perCpuSecond(Result ours, Result theirs) {
        return Goal.atLeast(1.0, "per CPU second, " + theirs.trial(), cpu(theirs) / cpu(ours));
    }

    private static Result find(List<Result> results, String task, String engine) {
        return results.stream()
                .filter(result -> result.trial().task().equals(task)
                        && result.trial().engine().equals(engine))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("not measured: " + task + ", " + engine));
    }

    private static double seconds(Result result) {
        return result.median(Sample::seconds);
    }

    private static double cpu(Result result) {
        return result.median(Sample::cpuSeconds);
    }
}
