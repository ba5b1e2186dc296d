package io.narrows.cli.load;

/** When the operations of a client begin. */
@FunctionalInterface
interface Pace {
    /** One operation behind the other. */
    Pace CLOSED = turn -> System.nanoTime();

    /**
     * By the nano clock.
     *
     * @param turn 0 for the first operation
     */
    long beginOf(long turn);

    /** At fixed times, whether those before have ended or not. Latencies count from these times: no coordinated omission. */
    static Pace fixed(long start, double nanosBetween) {
        return turn -> start + Math.round(turn * nanosBetween);
    }
}
