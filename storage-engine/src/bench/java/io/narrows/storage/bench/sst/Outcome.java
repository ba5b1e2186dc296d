package io.narrows.storage.bench.sst;

/**
 * What a run has done.
 *
 * @param operations entries written or read
 * @param fileBytes of the file that was written, else 0
 * @param wakeUps how often a sleeping thread was woken, where that is known, else -1
 * @param switches how often a thread of the process gave its processor up to wait, until the file was all but finished
 */
record Outcome(long operations, long fileBytes, long wakeUps, long switches) {
    static Outcome read(long operations) {
        return new Outcome(operations, 0, -1, 0);
    }
}
