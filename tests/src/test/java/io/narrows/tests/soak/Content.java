package io.narrows.tests.soak;

import io.narrows.testkit.Packing;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The bytes of one direction of one connection, which both ends can generate: alternating runs of records, of compressed records, and
 * of noise. Not thread-safe.
 */
final class Content {
    private static final int LONGEST_RUN = 20_000;

    private final SplittableRandom random;
    private byte[] run = {};
    private int at;

    Content(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Generates the next bytes. */
    void fill(byte[] bytes, int length) {
        int filled = 0;
        while (filled < length) {
            if (at == run.length) {
                run = nextRun();
                at = 0;
            }
            int part = Math.min(length - filled, run.length - at);
            System.arraycopy(run, at, bytes, filled, part);
            at += part;
            filled += part;
        }
    }

    /** Returns whether these are the next bytes. */
    boolean matches(byte[] bytes, int length) {
        byte[] expected = new byte[length];
        fill(expected, length);
        return Arrays.equals(expected, 0, length, bytes, 0, length);
    }

    private byte[] nextRun() {
        int length = 1 + random.nextInt(LONGEST_RUN);
        if (random.nextInt(4) == 0) {
            byte[] noise = new byte[length];
            random.nextBytes(noise);
            return noise;
        }
        int packing = random.nextInt(3 * Packing.values().length);
        return packing < Packing.values().length ? Packing.values()[packing].pack(records(length)) : repeated(length);
    }

    private byte[] records(int length) {
        ByteArrayOutputStream records = new ByteArrayOutputStream(length + 100);
        while (records.size() < length) {
            records.writeBytes(record());
        }
        return records.toByteArray();
    }

    private byte[] repeated(int length) {
        byte[] bytes = new byte[length];
        byte[] line = record();
        for (int i = 0; i < length; i += line.length) {
            System.arraycopy(line, 0, bytes, i, Math.min(line.length, length - i));
        }
        return bytes;
    }

    private byte[] record() {
        String eightDigits =
                Integer.toString(100_000_000 + random.nextInt(100_000_000)).substring(1);
        return ("put /accounts/" + eightDigits + " balance=" + random.nextInt(10_000) + " rev=" + random.nextInt()
                        + "\n")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
