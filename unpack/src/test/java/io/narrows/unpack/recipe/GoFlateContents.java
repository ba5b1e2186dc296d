package io.narrows.unpack.recipe;

import java.nio.charset.StandardCharsets;

/** The contents of the streams in {@code go-flate/streams.tsv}, which {@code streams.go} makes as well. */
final class GoFlateContents {
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
        "}\n{",
    };

    private static final int PART = 10_000;

    private long state;

    private GoFlateContents(long state) {
        this.state = state;
    }

    /** @param kind text, noise, zeros, runs, skewed, far or mixed */
    static byte[] of(String kind, int length) {
        return new GoFlateContents(length).content(kind, length);
    }

    private byte[] content(String kind, int length) {
        return switch (kind) {
            case "text" -> text(length);
            case "noise" -> noise(length);
            case "zeros" -> new byte[length];
            case "runs" -> runs(length);
            case "skewed" -> skewed(length);
            case "far" -> far(length);
            case "mixed" -> mixed(length);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private byte[] text(int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            long next = next();
            text.append(WORDS[(int) ((next >>> 33) % WORDS.length)]);
            if ((next >>> 60 & 3) == 0) {
                text.append(next >>> 44);
            }
        }
        return text.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    private byte[] noise(int length) {
        byte[] noise = new byte[length];
        for (int at = 0; at < length; at++) {
            noise[at] = (byte) (next() >>> 40);
        }
        return noise;
    }

    private byte[] runs(int length) {
        byte[] runs = new byte[length];
        int at = 0;
        while (at < length) {
            long next = next();
            int end = Math.min(length, at + 1 + (int) ((next >>> 33) % 400));
            while (at < end) {
                runs[at++] = (byte) (next >>> 60);
            }
        }
        return runs;
    }

    /** Returns content in which each value occurs half as often as the one before it. */
    private byte[] skewed(int length) {
        byte[] skewed = new byte[length];
        for (int at = 0; at < length; at++) {
            skewed[at] = (byte) Long.numberOfTrailingZeros(next() >>> 20 | 1 << 30);
        }
        return skewed;
    }

    /** Returns noise that repeats from about the greatest distance. */
    private byte[] far(int length) {
        byte[] far = noise(length);
        int at = 33_000;
        while (at < length) {
            long next = next();
            int distance = 32_400 + (int) ((next >>> 33) % 500);
            int end = Math.min(length, at + (int) ((next >>> 55) % 300));
            while (at < end) {
                far[at] = far[at - distance];
                at++;
            }
            at += 5;
        }
        return far;
    }

    private byte[] mixed(int length) {
        byte[] mixed = new byte[length];
        for (int at = 0; at < length; at += PART) {
            int part = Math.min(PART, length - at);
            System.arraycopy(at / PART % 2 == 0 ? noise(part) : text(part), 0, mixed, at, part);
        }
        return mixed;
    }

    /** The linear congruential generator of Knuth's MMIX. */
    private long next() {
        state = state * 6364136223846793005L + 1442695040888963407L;
        return state;
    }
}
