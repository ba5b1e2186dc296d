package io.narrows.unpack.recipe;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The vectors of fingerprints: part of the protocol between sidecars, so that they must not change. They are records like
 * JSON, numbers, a long run, and noise, and the longest spans several blocks of each format.
 */
final class FingerprintVectors {
    private static final String[] WORDS = {
        "order",
        "customer",
        "amount",
        "status",
        "created",
        "pending",
        "shipped",
        "\":\"",
        "\",\"",
        "0000",
        "warehouse-",
        "}\n{"
    };

    private FingerprintVectors() {}

    static List<byte[]> all() {
        return List.of(text(150_000), numbers(20_000), new byte[9_000], noise(3_000), text(300));
    }

    private static byte[] text(int length) {
        StringBuilder text = new StringBuilder();
        long state = length;
        while (text.length() < length) {
            state = next(state);
            text.append(WORDS[(int) (state >>> 33) % WORDS.length]);
            if ((state >>> 60 & 3) == 0) {
                text.append(state >>> 44);
            }
        }
        return text.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns big-endian numbers of four bytes, each a little larger than the previous one. */
    private static byte[] numbers(int length) {
        byte[] bytes = new byte[length];
        long state = length;
        int number = 0;
        for (int at = 0; at < length; at++) {
            if (at % 4 == 0) {
                state = next(state);
                number += (int) (state >>> 54);
            }
            bytes[at] = (byte) (number >>> 24 - 8 * (at % 4));
        }
        return bytes;
    }

    private static byte[] noise(int length) {
        byte[] bytes = new byte[length];
        long state = length;
        for (int at = 0; at < length; at++) {
            state = next(state);
            bytes[at] = (byte) (state >>> 40);
        }
        return bytes;
    }

    /** The linear congruential generator of Knuth's MMIX. */
    private static long next(long state) {
        return state * 6364136223846793005L + 1442695040888963407L;
    }
}
