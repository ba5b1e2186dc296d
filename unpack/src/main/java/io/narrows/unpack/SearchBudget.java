package io.narrows.unpack;

/**
 * The processor time that a search for recipes may take, as estimated from the bytes that it compresses. Time is earned with
 * each byte of a piece; when it is used up, the search pauses until all of it has been earned again, so that it then suffices
 * for slow recipes as well.
 */
final class SearchBudget {
    /** Most nanoseconds: the usual levels of all formats for a piece of 100 kB. */
    static final long MOST = 50_000_000;

    /** Nanoseconds per byte: 2 % of a processor for 20 MB/s in which nothing is found. */
    private static final int EARNED_PER_BYTE = 1;

    private long nanos = MOST;
    private boolean isPaused;

    /** Adds the time for the bytes of a piece. */
    void earn(int bytes) {
        nanos = Math.min(MOST, nanos + (long) EARNED_PER_BYTE * bytes);
        if (nanos == MOST) {
            isPaused = false;
        }
    }

    boolean isPaused() {
        return isPaused;
    }

    /** Returns whether an attempt can be made; pauses the search if it costs more than there is. */
    boolean allows(long attempt) {
        isPaused = isPaused || attempt > nanos;
        return !isPaused;
    }

    void spend(long spent) {
        nanos = Math.max(0, nanos - spent);
    }
}
