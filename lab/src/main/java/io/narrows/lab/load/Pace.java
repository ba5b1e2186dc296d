package io.narrows.lab.load;

/** Start times of a client's operations. */
@FunctionalInterface
interface Pace {
    /** Starts each operation after the previous one. */
    Pace CLOSED = turn -> System.nanoTime();

    /**
     * Returns the start time of an operation, in nanoTime.
     *
     * @param turn 0 for the first operation
     */
    long beginOf(long turn);

    /**
     * Starts operations at fixed times, whether or not earlier ones have finished. Latencies count from these times: no
     * coordinated omission.
     */
    static Pace fixed(long start, double nanosBetween) {
        return turn -> start + Math.round(turn * nanosBetween);
    }
}
