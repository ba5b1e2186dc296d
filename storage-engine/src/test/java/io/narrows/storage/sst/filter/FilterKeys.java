package io.narrows.storage.sst.filter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Keys for filters, in ascending order as in files. */
final class FilterKeys {
    private FilterKeys() {}

    /**
     * Returns the given number of keys for each length from 0 to the longest; fewer for the shortest lengths, because
     * keys are unique.
     */
    static List<byte[]> ofEveryLength(int longest, int ofEach, long seed) {
        Random random = new Random(seed);
        List<byte[]> keys = new ArrayList<>();
        for (int length = 0; length <= longest; length++) {
            for (int i = 0; i < ofEach; i++) {
                byte[] key = new byte[length];
                random.nextBytes(key);
                keys.add(key);
            }
        }
        return ascending(keys);
    }

    /** Returns keys of 16 bytes; other seeds give other keys. */
    static List<byte[]> of16Bytes(int count, long seed) {
        Random random = new Random(seed);
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] key = new byte[16];
            random.nextBytes(key);
            keys.add(key);
        }
        return ascending(keys);
    }

    private static List<byte[]> ascending(List<byte[]> keys) {
        keys.sort(Arrays::compareUnsigned);
        List<byte[]> distinct = new ArrayList<>();
        for (byte[] key : keys) {
            if (distinct.isEmpty() || !Arrays.equals(key, distinct.get(distinct.size() - 1))) {
                distinct.add(key);
            }
        }
        return distinct;
    }
}
