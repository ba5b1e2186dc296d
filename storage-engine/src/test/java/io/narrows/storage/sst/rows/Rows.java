package io.narrows.storage.sst.rows;

import io.narrows.storage.Slice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Ascending rows with difficult cases for formats: shared prefixes, keys of all lengths, empty values, long ones, noise. */
public final class Rows {
    private static final int LONG = 9_000;

    private Rows() {}

    /**
     * Returns rows that compress well except for a stretch of noise, whose blocks are stored uncompressed; always the same
     * rows.
     */
    public static List<Row> some(int count) {
        Random random = new Random(count);
        List<Row> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte[] key = key(i).getBytes(StandardCharsets.UTF_8);
            boolean noisy = i > count / 2 && i < count * 3 / 4;
            rows.add(Row.of(key, noisy ? noise(random, 100) : text(random, i)));
        }
        return rows;
    }

    /** Returns a key that is in none of them, between those of {@code i} and {@code i + 1}. */
    public static Slice absent(int i) {
        return Slice.of("user%06d~".formatted(i));
    }

    /** Every seventh key is as long as its number, and still sorts after the previous one. */
    private static String key(int i) {
        return "user%06d".formatted(i) + (i % 7 == 0 ? "/" + "k".repeat(i % 300) : "");
    }

    private static byte[] text(Random random, int i) {
        if (i % 50 == 49) {
            return new byte[0];
        }
        String words = "name=%d;city=%s;".formatted(random.nextInt(1_000), random.nextBoolean() ? "Oslo" : "Bergen");
        return words.repeat(i == 13 ? LONG / words.length() : 5).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] noise(Random random, int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }
}
