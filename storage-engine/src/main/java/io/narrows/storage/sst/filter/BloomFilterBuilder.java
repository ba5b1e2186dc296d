package io.narrows.storage.sst.filter;

import java.util.Arrays;

/**
 * Builds the Bloom filter of one file, byte for byte the one that RocksDB builds from the same keys for format version 5 and
 * later. Until then it takes eight bytes per key. Not thread-safe.
 */
public final class BloomFilterBuilder {
    public static final int MIN_MILLIBITS_PER_KEY = 1_000;
    public static final int MAX_MILLIBITS_PER_KEY = 100_000;

    private static final int FIRST_ROOM = 1_024;
    private static final int MAX_ROOM = Integer.MAX_VALUE - 8;

    private final int millibitsPerKey;
    private long[] hashes = new long[FIRST_ROOM];
    private int keys;

    /**
     * @param millibitsPerKey thousandths of a bit per key, 1,000 to 100,000; 10,000 gives about one percent false positives
     * @throws IllegalArgumentException if it is out of range
     */
    public BloomFilterBuilder(int millibitsPerKey) {
        if (millibitsPerKey < MIN_MILLIBITS_PER_KEY || millibitsPerKey > MAX_MILLIBITS_PER_KEY) {
            throw new IllegalArgumentException(millibitsPerKey + " millibits per key (expected: "
                    + MIN_MILLIBITS_PER_KEY + "-" + MAX_MILLIBITS_PER_KEY + ")");
        }
        this.millibitsPerKey = millibitsPerKey;
    }

    /**
     * Adds a user key. Consecutive equal keys are added once.
     *
     * @throws IndexOutOfBoundsException if the key is not within the array
     */
    public void add(byte[] key, int offset, int length) {
        long hash = Xxph3.hash(key, offset, length);
        if (keys > 0 && hashes[keys - 1] == hash) {
            return;
        }
        if (keys == hashes.length) {
            hashes = Arrays.copyOf(hashes, (int) Math.min(2L * keys, MAX_ROOM));
        }
        hashes[keys++] = hash;
    }

    /** Returns the number of keys so far, consecutive equal ones counted once. */
    public int keys() {
        return keys;
    }

    /** Returns the filter of all keys so far, the payload of a filter block. A filter without keys excludes every key. */
    public byte[] finish() {
        int lines = BloomLayout.lines(keys, millibitsPerKey);
        int probes = BloomLayout.probes(millibitsPerKey);
        int end = lines * BloomLayout.LINE;
        byte[] filter = new byte[end + BloomLayout.METADATA];
        for (int i = 0; i < keys; i++) {
            long hash = hashes[i];
            BloomLayout.set(filter, BloomLayout.lineAt(hash, lines), hash, probes);
        }
        filter[end] = BloomLayout.MARKER;
        filter[end + 2] = (byte) probes;
        return filter;
    }
}
