package io.narrows.bench.sst;

import java.util.Random;

/**
 * The data of db_bench's {@code fillseq}: ascending keys of 16 bytes, values of 100 bytes that compress to half. Each value
 * is determined by the number of its key, so that reads can be verified.
 */
public final class Workload {
    public static final int KEY = 16;
    public static final int VALUE = 100;

    private static final int POOL = 1 << 20;
    private static final int SEED = 301;
    private static final double COMPRESSED = 0.5;

    private final int entries;
    private final byte[] pool;

    public Workload(int entries) {
        this.entries = entries;
        this.pool = pool();
    }

    /** RocksDB's {@code RandomGenerator}: pieces as long as a value, each a random half repeated twice. */
    private static byte[] pool() {
        Random random = new Random(SEED);
        byte[] pool = new byte[POOL];
        byte[] half = new byte[(int) (VALUE * COMPRESSED)];
        for (int at = 0; at < POOL; at++) {
            if (at % VALUE == 0) {
                for (int i = 0; i < half.length; i++) {
                    half[i] = (byte) (' ' + random.nextInt(95));
                }
            }
            pool[at] = half[at % VALUE % half.length];
        }
        return pool;
    }

    public int entries() {
        return entries;
    }

    /** Returns the size of all keys and values in bytes. */
    public long bytes() {
        return (long) entries * (KEY + VALUE);
    }

    /** Returns the array with all values, which must not be modified. */
    public byte[] values() {
        return pool;
    }

    /** Returns the index in {@link #values} of the value of a key. */
    public int value(int number) {
        return number % (POOL / VALUE) * VALUE;
    }

    /** db_bench's {@code GenerateKeyFromInt}: the number, big-endian in eight bytes, then the digit zero. */
    public static void key(byte[] key, int number) {
        for (int i = 0; i < KEY; i++) {
            key[i] = i < 4 ? 0 : i < 8 ? (byte) (number >>> 56 - 8 * i) : (byte) '0';
        }
    }
}
