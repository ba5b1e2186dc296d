package io.narrows.proxy.classify;

/**
 * Knows heartbeats by their sizes and times: small, at an even pace, never large. It is what tells the two connections of
 * Apache Ratis apart, which have one address and one method. Not thread-safe; costs a few comparisons per message.
 *
 * <p>A connection becomes a heartbeat after {@value #FIRST_BEATS} even gaps between messages of one size in one of its
 * directions, during which nothing large passed in the other. Afterwards only size and amount count: under load Ratis sends
 * heartbeats when its commit index moves, at any pace and up to four at once. The first message that is too large, or more
 * bytes within a second than heartbeats have, takes the name away. A connection that has carried such bytes must then be even
 * and small for a whole minute, so that traffic of two kinds on one connection does not change its codec all the time.
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
     * Tells of a message, that is, of what one read brought; true when the connection, with this message, is a heartbeat.
     *
     * @param length in bytes
     * @param now by a clock that only differences are taken of, in nanoseconds
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
