package io.narrows.unpack.find;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Content of messages, and bytes between them. */
final class Contents {
    private static final String[] WORDS = {"amber", "birch", "cedar", "delta", "ember", "fjord", "glade", "heron"};

    private Contents() {}

    /** Returns JSON records, which every codec shrinks. */
    static byte[] text(long seed, int length) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append("{\"id\":").append(random.nextInt(1_000_000));
            text.append(",\"Name\":\"").append(WORDS[random.nextInt(WORDS.length)]);
            text.append("\",\"city\":\"")
                    .append(WORDS[random.nextInt(WORDS.length)])
                    .append("\"}\n");
        }
        return text.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] noise(long seed, int length) {
        byte[] noise = new byte[length];
        new Random(seed).nextBytes(noise);
        return noise;
    }
}
