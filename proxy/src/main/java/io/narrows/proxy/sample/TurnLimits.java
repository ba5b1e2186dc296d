package io.narrows.proxy.sample;

/**
 * The size of a sample, and the time until the next one.
 *
 * @param bytes after which a turn ends
 * @param historyBytes at the beginning of a turn that is full: they count only as history for those behind them, since the connection
 *     probably goes on for long
 * @param nanos after which a turn ends
 * @param restNanos the shortest time between the beginnings of two turns of the same peer and class, so that others get theirs
 * @param pauseNanos the shortest time between two turns of the same connection
 * @param isSlowWhenShort whether the sample goes on, slowly, while the process is short of processors
 */
record TurnLimits(long bytes, long historyBytes, long nanos, long restNanos, long pauseNanos, boolean isSlowWhenShort) {
    private static final long SECOND = 1_000_000_000L;

    /** The limits of {@code what-if}: large samples, since figures are for people. */
    static final TurnLimits WHAT_IF = new TurnLimits(2 << 20, 1 << 20, 60 * SECOND, 20 * SECOND, 60 * SECOND, false);

    /**
     * The limits while a codec is chosen: traffic that changes is noticed within seconds. A process that is short of processors needs
     * the choice most.
     */
    static final TurnLimits CHOICE = new TurnLimits(512 << 10, 0, 5 * SECOND, 10 * SECOND, 10 * SECOND, true);
}
