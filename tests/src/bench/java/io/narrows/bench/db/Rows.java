package io.narrows.bench.db;

import io.narrows.bench.sst.Workload;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.iterate.DbIterator;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The rows of a database: the keys of {@link Workload}, each with a different value for each write. It tracks the current
 * values, so that all reads can be verified. Not thread-safe.
 */
final class Rows {
    /** A prime, the distance between the numbers of a key's successive values. */
    private static final int STEP = 7919;

    private final Workload workload;
    private final int[] versions;

    Rows(int keys) {
        workload = new Workload(keys);
        versions = new int[keys];
    }

    int keys() {
        return versions.length;
    }

    /** Returns the size of a key and a value. */
    static int rowBytes() {
        return Workload.KEY + Workload.VALUE;
    }

    static byte[] key(int number) {
        byte[] key = new byte[Workload.KEY];
        Workload.key(key, number);
        return key;
    }

    /** Returns the next value of a key, which is expected from now on. */
    byte[] write(int number) {
        versions[number]++;
        int from = expected(number);
        return Arrays.copyOfRange(workload.values(), from, from + Workload.VALUE);
    }

    private int expected(int number) {
        return workload.value((number + versions[number] * STEP) & Integer.MAX_VALUE);
    }

    /** @throws IllegalStateException if this is not the key's latest value */
    void check(int number, Optional<byte[]> value) {
        int from = expected(number);
        if (value.isEmpty()
                || !Arrays.equals(value.get(), 0, value.get().length, workload.values(), from, from + Workload.VALUE)) {
            throw new IllegalStateException(
                    value.isEmpty()
                            ? "key " + number + " is not there"
                            : "key " + number + " does not have the value written last");
        }
    }

    /** Scans the database and verifies that it has all keys, each once and in order, with their values. */
    void checkAll(Db db) throws IOException {
        int number = 0;
        try (DbIterator iterator = db.iterator(ColumnFamily.DEFAULT, ReadOptions.DEFAULT)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                if (number == keys() || !Arrays.equals(iterator.key().toByteArray(), key(number))) {
                    throw new IllegalStateException("a key other than number " + number);
                }
                check(number, Optional.of(iterator.value().toByteArray()));
                number++;
            }
        }
        if (number != keys()) {
            throw new IllegalStateException(number + " keys (expected: " + keys() + ")");
        }
    }
}
