package io.narrows.proxy.hub;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * The messages of one connection: 500 bytes each, derived from the connection's seed and the message's number, so that
 * both ends can generate them for comparison. About half of a message repeats in every message, like the fields of a
 * replicated record.
 */
final class Message {
    static final int BYTES = 500;

    private static final String HEX = "0123456789abcdef";

    private final long seed;
    private final byte[] bytes = new byte[BYTES];
    private long made = -1;

    Message(long seed) {
        this.seed = seed;
    }

    /** Returns a message by number. The array is valid until the next call with a different number. */
    byte[] of(long number) {
        if (number != made) {
            fill(number);
            made = number;
        }
        return bytes;
    }

    /** Returns the byte at an offset of the connection's stream. */
    byte at(long offset) {
        return of(offset / BYTES)[(int) (offset % BYTES)];
    }

    private void fill(long number) {
        SplittableRandom random = new SplittableRandom(seed * 31 + number);
        StringBuilder text = new StringBuilder(BYTES + 100)
                .append("{\"op\":\"put\",\"revision\":")
                .append(number)
                .append(",\"key\":\"/registry/leases/kube-node-lease/node-")
                .append(Long.toUnsignedString(seed, 36))
                .append("\",\"lease\":{\"holder\":\"")
                .append(random.nextInt(64))
                .append("\",\"renewTime\":\"2026-01-01T00:00:")
                .append(random.nextInt(60))
                .append("Z\",\"acquire\":\"none\",\"transitions\":")
                .append(random.nextInt(1_000))
                .append("},\"value\":\"");
        while (text.length() < BYTES - 120) {
            text.append(HEX.charAt(random.nextInt(HEX.length())));
        }
        while (text.length() < BYTES) {
            text.append("\",\"labels\":{\"app\":\"store\",\"tier\":\"backend\",\"zone\":\"us-1\"}}");
        }
        System.arraycopy(text.toString().getBytes(StandardCharsets.ISO_8859_1), 0, bytes, 0, BYTES);
    }
}
