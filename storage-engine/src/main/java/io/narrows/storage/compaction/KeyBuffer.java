package io.narrows.storage.compaction;

import io.narrows.storage.Slice;
import java.util.Arrays;

/** A reusable copy of a user key. */
final class KeyBuffer {
    private byte[] array = new byte[64];

    /** -1 before the first key. */
    private int length = -1;

    void set(Slice key) {
        length = key.length();
        if (length > array.length) {
            array = new byte[length + (length >> 1)];
        }
        System.arraycopy(key.array(), key.offset(), array, 0, length);
    }

    boolean holds(Slice key) {
        return key.length() == length
                && Arrays.equals(array, 0, length, key.array(), key.offset(), key.offset() + length);
    }
}
