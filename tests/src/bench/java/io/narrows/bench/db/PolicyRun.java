package io.narrows.bench.db;

import io.narrows.bench.machine.Usage;
import io.narrows.storage.db.CodecStatistics;
import io.narrows.storage.db.CompactionStatistics;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.DbStatistics;
import io.narrows.storage.db.LevelStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Measures one policy under load: fills a database, reopens it to reset the counts and empty the cache, loads it, and waits
 * until it is idle. A small database is used first to warm up the JVM.
 *
 * @param folder directory for the databases
 */
record PolicyRun(Policy policy, Rows rows, Path folder) {
    private static final int SEED = 301;
    private static final int WARM_UP_SHARE = 10;
    private static final long OPERATIONS_PER_KEY = 1;

    Figures measure() throws IOException {
        load(new Rows(rows.keys() / WARM_UP_SHARE), folder.resolve("warm-up"));
        return load(rows, folder.resolve("db"));
    }

    private Figures load(Rows loaded, Path directory) throws IOException {
        DbOptions options =
                Shape.options(loaded.keys(), Shape.family(loaded.keys()).withCompressionPerLevel(policy.perLevel()));
        try (Db db = Db.open(directory, options)) {
            Fill.run(db, loaded);
        }
        System.gc(); // so that the load does not pay for the garbage of the filling
        try (Db db = Db.open(directory, options)) {
            return load(db, loaded, directory);
        }
    }

    private static Figures load(Db db, Rows rows, Path directory) throws IOException {
        MixedLoad load = new MixedLoad(db, rows, SEED);
        long operations = rows.keys() * OPERATIONS_PER_KEY;
        Figures figures = new Figures();

        Usage usage = Usage.begin();
        load.run(operations);
        double seconds = usage.end().seconds();
        figures.put(PolicyTables.RATE, operations / seconds);
        figures.put(PolicyTables.DISK_LOADED, diskBytes(directory));
        levels(db.statistics(), figures);
        db.awaitCompactions();
        Usage.Share whole = usage.end();

        figures.put(PolicyTables.SETTLING, whole.seconds() - seconds);
        figures.put(PolicyTables.CPU, whole.cpuSeconds());
        figures.put(PolicyTables.OTHER_LOAD, whole.otherLoad());
        figures.put(PolicyTables.DISK_SETTLED, diskBytes(directory));
        latencies(PolicyTables.WRITE, load.writes(), figures);
        latencies(PolicyTables.READ, load.reads(), figures);
        counts(db.statistics(), figures);
        rows.checkAll(db);
        return figures;
    }

    private static void latencies(String operation, Histogram nanos, Figures figures) {
        for (double percent : PolicyTables.PERCENTILES) {
            figures.put(PolicyTables.latency(operation, percent), nanos.getValueAtPercentile(percent));
        }
    }

    private static void levels(DbStatistics statistics, Figures figures) {
        for (LevelStatistics level : statistics.families().get(0).levels()) {
            for (CodecStatistics codec : level.codecs()) {
                figures.put(PolicyTables.level(level.level(), codec.codec()), codec.storedBytes());
            }
        }
    }

    private static void counts(DbStatistics statistics, Figures figures) {
        List<CompactionStatistics> compactions = statistics.compactions();
        figures.put(
                PolicyTables.COMPACTION_TIME,
                compactions.stream().mapToLong(CompactionStatistics::micros).sum());
        figures.put(
                PolicyTables.COMPACTION_READ,
                compactions.stream().mapToLong(CompactionStatistics::bytesRead).sum());
        figures.put(PolicyTables.COMPACTION_WRITTEN, statistics.compactedBytes());
        figures.put(PolicyTables.AMPLIFICATION, statistics.writeAmplification());
        figures.put(
                PolicyTables.STALLED,
                statistics.writes().stallMicros().values().stream()
                        .mapToLong(micros -> micros)
                        .sum());
    }

    /** Returns the size of all files, including logs and those not yet deleted. */
    private static long diskBytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            long bytes = 0;
            for (Path file : (Iterable<Path>) files::iterator) {
                bytes += size(file);
            }
            return bytes;
        }
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException deletedMeanwhile) {
            return 0;
        }
    }
}
