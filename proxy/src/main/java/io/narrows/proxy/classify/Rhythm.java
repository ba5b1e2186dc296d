package io.narrows.proxy.classify;

/**
 * Recognizes heartbeats by sizes and times: small, at an even pace, never large. This distinguishes the two connections
 * of Apache Ratis, which have the same address and method. Not thread-safe; costs a few comparisons per message.
 *
 * <p>A connection becomes a heartbeat after {@value #FIRST_BEATS} even gaps between messages of one size in one of its
 * directions, while nothing large passed in the other. After that, only size and amount count: under load, Ratis sends
 * heartbeats when its commit index moves, at any pace and up to four at once. The connection stops being a heartbeat
 * with the first message that is too large, or when more bytes pass within a second than heartbeats have. It must then
 * be even and small for a whole minute, so that mixed traffic on one connection does not keep changing its codec.
 */
final class Rhythm {
    private static final int FIRST_BEATS = 16;
    private static final int SMALL_BYTES = 1024;
    private static final int BEATS_AT_ONCE = 4;
    private static final int MAX_BYTES_PER_SECOND = 128 << 10;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long MINUTE_NANOS = 60 * SECOND_NANOS;

    private final Beat connecting = new Beat();
    private final Beat answering = new Beat();
    private int limit = SMALL_BYTES;
    private boolean heartbeat;
    private boolean carriedBulk;
    private long secondBegan;
    private int bytesOfSecond;

    /**
     * Records a message, that is, the bytes of one read; returns whether the connection, including this message, is a
     * heartbeat.
     *
     * @param length in bytes
     * @param now time of a monotonic clock in nanoseconds, used for differences only
     */
    boolean message(Side from, int length, long now) {
        Beat beat = from == Side.CONNECTING ? connecting : answering;
        beat.message(length, now);
        if (length > limit || tooMuch(length, now)) {
            contradicted();
        } else if (!heartbeat && isEven(beat)) {
            heartbeat = true;
            limit = Math.max(SMALL_BYTES, BEATS_AT_ONCE * beat.size());
        }
        return heartbeat;
    }

    private boolean isEven(Beat beat) {
        return beat.steady() >= FIRST_BEATS && (!carriedBulk || beat.steadyNanos() >= MINUTE_NANOS);
    }

    private boolean tooMuch(int length, long now) {
        if (now - secondBegan >= SECOND_NANOS) {
            secondBegan = now;
            bytesOfSecond = 0;
        }
        bytesOfSecond += length;
        return bytesOfSecond > MAX_BYTES_PER_SECOND;
    }

    private void contradicted() {
        heartbeat = false;
        carriedBulk = true;
        limit = SMALL_BYTES;
        connecting.restart();
        answering.restart();
    }
}
