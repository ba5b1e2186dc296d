package io.narrows.cli.bench.db;

/**
 * What is read and written.
 *
 * @param num keys of the database, and writes of each thread, at least 1
 * @param reads of each thread
 * @param keySize bytes of a key
 * @param valueSize bytes of a value
 * @param compressionRatio what about remains of a value when it is compressed
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

    /** Random keys, others for each thread. */
    KeySequence randomKeys(int thread) {
        return KeySequence.random(num, seed + thread);
    }

    /** The same on fewer entries, or as many where these are not more. */
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
