package io.narrows.lab.bench.db;

/**
 * The data that benchmarks read and write.
 *
 * @param num keys of the database, and writes of each thread, at least 1
 * @param reads of each thread
 * @param keySize bytes of a key
 * @param valueSize bytes of a value
 * @param compressionRatio approximate fraction of a value that remains after compression
 * @param batchSize keys of one call of {@code multireadrandom}
 * @param seed of random numbers
 */
record Workload(long num, long reads, int keySize, int valueSize, double compressionRatio, int batchSize, long seed) {
    Keys keys() {
        return new Keys(keySize);
    }

    Values values() {
        return new Values(compressionRatio, valueSize);
    }

    /** Returns random keys, which differ between threads. */
    KeySequence randomKeys(int thread) {
        return KeySequence.random(num, seed + thread);
    }

    /** Returns the workload limited to a number of entries. */
    Workload ofAtMost(long entries) {
        return new Workload(
                Math.min(num, entries),
                Math.min(reads, entries),
                keySize,
                valueSize,
                compressionRatio,
                batchSize,
                seed);
    }

    int entrySize() {
        return keySize + valueSize;
    }
}
