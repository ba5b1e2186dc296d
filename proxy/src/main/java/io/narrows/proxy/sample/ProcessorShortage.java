package io.narrows.proxy.sample;

/**
 * Detects that the process is short of processors: a thread that works in short pieces waits for one longer than it uses it.
 * The thread is then to pause. One thread records its work; any thread may ask.
 */
final class ProcessorShortage {
    /** The time at work, with waits, after which it is judged. */
    static final long JUDGED_NANOS = 20_000_000;

    static final long PAUSE_NANOS = 10_000_000_000L;

    private long elapsed;
    private long used;
    private volatile boolean found;
    private volatile long until;

    /**
     * Records a piece of work.
     *
     * @param elapsedNanos from its beginning to its end
     * @param cpuNanos the part of it that was processor time
     * @param now on the nano clock
     */
    void worked(long elapsedNanos, long cpuNanos, long now) {
        elapsed += elapsedNanos;
        used += cpuNanos;
        if (elapsed < JUDGED_NANOS) {
            return;
        }
        if (elapsed > 2 * used) {
            until = now + PAUSE_NANOS;
            found = true;
        }
        elapsed = 0;
        used = 0;
    }

    /** Returns whether a shortage was found so recently that the pause lasts. */
    boolean lasts(long now) {
        return found && now - until < 0;
    }
}
