package io.narrows.bench.db;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Changes a database from snappy at all levels, all of them filled, to zstd under load. All rows are verified before and
 * after, and once more after reopening the database.
 *
 * @param idle whether idle time is used to rewrite files
 * @param seconds time to observe it, after the change
 */
record Migration(boolean idle, int keys, int seconds, Path directory) {
    static final String FROM = Codec.SNAPPY.label();
    static final String TO = Policy.ZSTD.codec().label();

    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(250);
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The time before the change is a sixth of that after it. */
    private static final double BEFORE = 1.0 / 6;

    /** Operations per second are the number of keys divided by this. */
    private static final int RATE = 100;

    /**
     * The result of a migration.
     *
     * @param before latencies of writes until the change, in nanoseconds
     * @param after latencies of writes after it, in nanoseconds
     */
    record Result(boolean idle, Timeline timeline, Histogram before, Histogram after) {}

    /** Returns the operations per second. */
    int rate() {
        return Math.max(1, keys / RATE);
    }

    Result run() throws IOException, InterruptedException {
        Rows rows = new Rows(keys);
        FamilyOptions from = Shape.family(keys).withCompression(CodecSpec.of(Codec.SNAPPY));
        FamilyOptions to = from.withCompression(Policy.ZSTD).withMigrate(idle);
        DbOptions options = Shape.options(keys, from);
        Result result;
        try (Db db = Db.open(directory, options)) {
            Fill.run(db, rows);
            new MixedLoad(db, rows, 1).run(keys);
            db.awaitCompactions();
            rows.checkAll(db);
            result = watch(db, rows, to);
            rows.checkAll(db);
        }
        try (Db db = Db.open(directory, options.withOtherFamilies(to))) {
            rows.checkAll(db);
        }
        return result;
    }

    private Result watch(Db db, Rows rows, FamilyOptions to) throws IOException, InterruptedException {
        MixedLoad before = new MixedLoad(db, rows, 2);
        MixedLoad after = new MixedLoad(db, rows, 3);
        List<Moment> moments = new ArrayList<>();
        double changedAt = Double.NaN;
        PacedLoad load = new PacedLoad(before, rate());
        try {
            long begun = System.nanoTime();
            double now = 0;
            for (int i = 1; Double.isNaN(changedAt) || now < changedAt + seconds; i++) {
                moments.add(Moment.of(now, db.statistics()));
                if (Double.isNaN(changedAt) && now >= seconds * BEFORE) {
                    changedAt = now;
                    db.setOptions(ColumnFamily.DEFAULT, to);
                    load.become(after);
                }
                now = await(begun, i);
            }
            moments.add(Moment.of(now, db.statistics()));
        } finally {
            load.stop();
        }
        return new Result(idle, new Timeline(changedAt, moments), before.writes(), after.writes());
    }

    /** Waits until a sample is due, and returns the current time. */
    private static double await(long begun, int sample) {
        long due = begun + sample * INTERVAL;
        while (due - System.nanoTime() > 0) {
            LockSupport.parkNanos(due - System.nanoTime());
        }
        return (System.nanoTime() - begun) / NANOS;
    }
}
