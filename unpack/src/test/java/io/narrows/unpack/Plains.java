package io.narrows.unpack;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Plain content like that of messages. The same seed makes the same content. */
public final class Plains {
    private static final String[] WORDS = {
        "alpine", "basket", "copper", "dynamo", "ember", "falcon", "garnet", "harbor", "indigo", "jasper", "kernel",
        "lumen"
    };

    private final Random random;

    public Plains(long seed) {
        random = new Random(seed);
    }

    /** Returns content of one of the kinds below. */
    public byte[] any(int length) {
        return switch (random.nextInt(6)) {
            case 0 -> noise(length);
            case 1 -> runs(length);
            case 2 -> numbers(length);
            default -> orders(length);
        };
    }

    /** Returns JSON records whose fields vary. */
    public byte[] orders(int length) {
        StringBuilder orders = new StringBuilder();
        long time = 1_760_000_000_000L;
        while (orders.length() < length) {
            time += random.nextInt(5_000);
            orders.append("{\"order\":").append(random.nextInt(10_000_000));
            orders.append(",\"customer\":\"").append(word()).append('-').append(random.nextInt(5_000));
            orders.append("\",\"created\":").append(time).append(",\"lines\":[");
            for (int line = random.nextInt(4); line >= 0; line--) {
                orders.append("{\"article\":\"").append(word()).append(' ').append(word());
                orders.append("\",\"amount\":").append(1 + random.nextInt(20));
                orders.append(",\"cents\":").append(random.nextInt(100_000)).append("},");
            }
            orders.append("],\"status\":\"").append(random.nextInt(5) == 0 ? "open" : "shipped");
            orders.append("\",\"token\":\"")
                    .append(Long.toHexString(random.nextLong()))
                    .append("\"}\n");
        }
        return orders.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns numbers of eight bytes, each a little larger than the previous one. */
    public byte[] numbers(int length) {
        byte[] numbers = new byte[length];
        long number = 0;
        for (int at = 0; at < length; at++) {
            number += at % 8 == 0 ? random.nextInt(1_000) : 0;
            numbers[at] = (byte) (number >>> 8 * (7 - at % 8));
        }
        return numbers;
    }

    /** Returns runs of equal bytes. */
    public byte[] runs(int length) {
        byte[] runs = new byte[length];
        int end = 0;
        byte value = 0;
        for (int at = 0; at < length; at++) {
            if (at == end) {
                end = at + 1 + random.nextInt(400);
                value = (byte) random.nextInt(4);
            }
            runs[at] = value;
        }
        return runs;
    }

    public byte[] noise(int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    private String word() {
        return WORDS[random.nextInt(WORDS.length)];
    }
}
