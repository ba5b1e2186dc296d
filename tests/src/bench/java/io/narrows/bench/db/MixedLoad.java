package io.narrows.bench.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import java.io.IOException;
import java.util.Optional;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * Random overwrites and point reads by one thread, four to one, each one timed and each read value verified. The same seed
 * produces the same keys in the same order.
 */
final class MixedLoad {
    private static final int OF = 5;
    private static final int DIGITS = 3;

    private final Db db;
    private final Rows rows;
    private final SplittableRandom random;
    private final Histogram writes = new Histogram(DIGITS);
    private final Histogram reads = new Histogram(DIGITS);

    MixedLoad(Db db, Rows rows, long seed) {
        this.db = db;
        this.rows = rows;
        this.random = new SplittableRandom(seed);
    }

    void run(long operations) throws IOException {
        for (long i = 0; i < operations; i++) {
            next();
        }
    }

    /** Performs one more operation. */
    void next() throws IOException {
        int number = random.nextInt(rows.keys());
        byte[] key = Rows.key(number);
        if (random.nextInt(OF) == 0) {
            long begun = System.nanoTime();
            Optional<byte[]> value = db.get(ColumnFamily.DEFAULT, key);
            reads.recordValue(System.nanoTime() - begun);
            rows.check(number, value);
        } else {
            byte[] value = rows.write(number);
            long begun = System.nanoTime();
            db.put(ColumnFamily.DEFAULT, key, value);
            writes.recordValue(System.nanoTime() - begun);
        }
    }

    /** Returns latencies in nanoseconds. */
    Histogram writes() {
        return writes;
    }

    Histogram reads() {
        return reads;
    }
}
