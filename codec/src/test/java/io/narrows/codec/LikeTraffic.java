package io.narrows.codec;

import java.util.Random;

/**
 * Content that exercises the edges of a window: noise, runs, short periods, and earlier pieces, most often from around LZ4's
 * maximum distance, 65,535 bytes back.
 */
final class LikeTraffic {
    private static final int HISTORY = 1 << 18;
    private static final int REACH = 65_535;

    private final Random random;
    private final byte[] history = new byte[HISTORY];
    private long total;

    LikeTraffic(Random random) {
        this.random = random;
    }

    /** Returns a frame with a typical length on a link: mostly small, sometimes the maximum. */
    byte[] next() {
        return next(
                switch (random.nextInt(8)) {
                    case 0 -> 1 + random.nextInt(16);
                    case 1 -> 1 + random.nextInt(64 << 10);
                    case 2 -> (64 << 10) - random.nextInt(4);
                    default -> 1 + random.nextInt(2_000);
                });
    }

    byte[] next(int length) {
        byte[] frame = new byte[length];
        int at = 0;
        while (at < length) {
            int end = Math.min(length, at + 1 + random.nextInt(random.nextInt(10) == 0 ? 8_000 : 100));
            int kind = random.nextInt(6);
            int distance = switch (kind) {
                case 0, 1, 2 -> REACH - 20 + random.nextInt(40);
                case 3 -> 1 + random.nextInt(20);
                case 4 -> 1 + random.nextInt(REACH);
                default -> 0;
            };
            for (; at < end; at++) {
                byte next = distance == 0 || distance > total
                        ? (byte) random.nextInt()
                        : history[(int) ((total - distance) % HISTORY)];
                history[(int) (total++ % HISTORY)] = next;
                frame[at] = next;
            }
        }
        return frame;
    }
}
