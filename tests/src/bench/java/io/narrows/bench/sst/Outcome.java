package io.narrows.bench.sst;

/**
 * The outcome of a run.
 *
 * @param operations entries written or read
 * @param fileBytes size of the file if one was written, otherwise 0
 * @param wakeUps how often a sleeping thread was woken, -1 if unknown
 * @param switches voluntary context switches of all threads of the process, until just before the file was complete
 */
record Outcome(long operations, long fileBytes, long wakeUps, long switches) {
    static Outcome read(long operations) {
        return new Outcome(operations, 0, -1, 0);
    }
}
