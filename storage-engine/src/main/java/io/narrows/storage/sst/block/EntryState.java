package io.narrows.storage.sst.block;

import java.util.Arrays;

/** Where a reader of a block stands: the entry's key, rebuilt, and where its value and the next entry are in the block. */
public final class EntryState {
    byte[] key = new byte[128];
    int keyLength;
    int valueOffset;
    int valueLength;
    int next;

    /** Forgets the key: what is decoded next is at a restart point. */
    void restart() {
        keyLength = 0;
    }

    /** The entry whose key is in place now. */
    void set(int keyLength, int valueOffset, int valueLength) {
        this.keyLength = keyLength;
        this.valueOffset = valueOffset;
        this.valueLength = valueLength;
        this.next = valueOffset + valueLength;
    }

    /** Makes room for a key, keeping the one before. */
    void ensureRoom(int length) {
        if (length > key.length) {
            key = Arrays.copyOf(key, Math.max(length, (int) Math.min(2L * key.length, Integer.MAX_VALUE - 8)));
        }
    }
}
