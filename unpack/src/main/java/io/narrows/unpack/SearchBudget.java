package io.narrows.unpack;

/**
 * The processor time that a search for recipes may take, as estimated from the bytes that it compresses. Time is earned with
 * each byte of a piece; when it is used up, the search pauses until all of it has been earned again, so that it then suffices
 * for slow recipes as well. A new connection is given all of it, as far as earlier ones to the same peer have left any.
 */
final class SearchBudget {
    /** Most nanoseconds: the usual levels of all formats for a piece of 100 kB. */
    static final long MOST = 50_000_000;

    /** Nanoseconds per byte: 2 % of a processor for 20 MB/s in which nothing is found. */
    private static final int EARNED_PER_BYTE = 1;

    private final PastSearch past;
    private long earned;

    /** Nanoseconds that were given and are not spent. */
    private long given = MOST;

    private boolean isPaused;

    SearchBudget(PastSearch past) {
        this.past = past;
    }

    /** Adds the time for the bytes of a piece. */
    void earn(int bytes) {
        earned = Math.min(MOST - given, earned + (long) EARNED_PER_BYTE * bytes);
        if (earned + given == MOST) {
            isPaused = false;
        }
    }

    boolean isPaused() {
        return isPaused;
    }

    /** Returns whether an attempt can be made; pauses the search if it costs more than there is. */
    boolean allows(long attempt) {
        if (!isPaused && attempt > earned) {
            given = Math.min(given, past.left());
            isPaused = attempt > earned + given;
        }
        return !isPaused;
    }

    void spend(long spent) {
        long ofGiven = Math.min(given, Math.max(0, spent - earned));
        earned = Math.max(0, earned - spent);
        if (ofGiven > 0) {
            given -= ofGiven;
            past.spend(ofGiven);
        }
    }
}
