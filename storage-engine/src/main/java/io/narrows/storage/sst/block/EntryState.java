package io.narrows.storage.sst.block;

import java.util.Arrays;

/** A position in a block: the entry's reconstructed key, and the offsets of its value and of the next entry. */
public final class EntryState {
    byte[] key = new byte[128];
    int keyLength;
    int valueOffset;
    int valueLength;
    int next;

    /** Forgets the key: the next entry is a restart point. */
    void restart() {
        keyLength = 0;
    }

    /** Completes an entry whose key is already in place. */
    void set(int keyLength, int valueOffset, int valueLength) {
        this.keyLength = keyLength;
        this.valueOffset = valueOffset;
        this.valueLength = valueLength;
        this.next = valueOffset + valueLength;
    }

    /** Makes room for a key, preserving the previous one. */
    void ensureRoom(int length) {
        if (length > key.length) {
            key = Arrays.copyOf(key, Math.max(length, (int) Math.min(2L * key.length, Integer.MAX_VALUE - 8)));
        }
    }
}
