package io.narrows.codec.dense;

import java.nio.ByteBuffer;
import java.util.Random;

/**
 * Synthetic messages, some similar to those of databases, some not: noise, runs, counters in records, text, pieces of
 * earlier content, and the previous message with a few bytes changed.
 */
final class Traffic {
    private static final int HISTORY = 1 << 20;

    private final Random random;
    private final byte[] history = new byte[HISTORY + (64 << 10)];
    private int at;
    private int last = 1;

    Traffic(Random random) {
        this.random = random;
        random.nextBytes(history);
    }

    /** Returns a message of 1 to {@code max} bytes, mostly small; it is valid until the next call. */
    ByteBuffer next(int max) {
        int length = switch (random.nextInt(16)) {
            case 0 -> 1 + random.nextInt(max);
            case 1, 2, 3 -> 1 + random.nextInt(Math.min(max, 2_000));
            case 4, 5, 6 -> last;
            default -> 1 + random.nextInt(Math.min(max, 200));
        };
        return of(length);
    }

    /** Returns a message of a given length. */
    ByteBuffer of(int length) {
        if (at + length > HISTORY) {
            at = 0;
        }
        int end = at + length;
        int begin = at;
        while (at < end) {
            int until = Math.min(end, at + 1 + random.nextInt(random.nextInt(20) == 0 ? 5_000 : 60));
            fill(until, random.nextInt(10));
        }
        last = length;
        return ByteBuffer.wrap(history, begin, length);
    }

    private void fill(int until, int kind) {
        int back = kind < 4 ? 1 + random.nextInt(Math.max(1, at)) : kind < 6 ? Math.min(at, last) : 1;
        int step = random.nextInt(3);
        byte value = (byte) random.nextInt();
        for (; at < until; at++) {
            history[at] = switch (kind) {
                case 0, 1, 2, 3, 4, 5 ->
                    back <= at && back > 0 && random.nextInt(64) != 0 ? history[at - back] : (byte) random.nextInt(256);
                case 6 -> value;
                case 7 -> value += (byte) step;
                case 8 -> (byte) ('a' + random.nextInt(6));
                default -> (byte) random.nextInt();
            };
        }
    }
}
