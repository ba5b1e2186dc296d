package io.narrows.storage.sst;

import io.narrows.storage.InternalKey;
import io.narrows.storage.sst.block.MalformedBlockException;
import java.util.Arrays;

/**
 * The decoded index of a file in memory: for each data block its handle and a key not less than the block's last one. A
 * search only compares arrays and decodes nothing. Immutable and thread-safe once built.
 */
final class TableIndex {
    private final boolean userKeys;
    private final GrowingBytes keys = new GrowingBytes(1 << 12);
    private int[] keyStarts = new int[64];
    private long[] offsets = new long[64];
    private long[] sizes = new long[64];
    private int blocks;

    /** End of the last block. */
    private long end;

    /** @param userKeys whether its keys are user keys instead of internal keys */
    TableIndex(boolean userKeys) {
        this.userKeys = userKeys;
    }

    /** @throws MalformedBlockException if the entry is not in order: blocks lie in a file in key order */
    void add(byte[] key, int length, BlockHandle handle) throws MalformedBlockException {
        if (!userKeys && length < InternalKey.TRAILER) {
            throw new MalformedBlockException(0, "an index key of " + length + " bytes (expected: at least 8)");
        }
        if (handle.size() < 0 || handle.offset() < end || handle.end() < handle.offset()) {
            throw new MalformedBlockException(
                    0,
                    "a block of " + Long.toUnsignedString(handle.size()) + " bytes at "
                            + Long.toUnsignedString(handle.offset()) + " (expected: after the previous block, at " + end
                            + " or later)");
        }
        if (length > GrowingBytes.MAX_LENGTH - keys.length()) {
            throw new MalformedBlockException(0, "an index with 2 GiB of keys or more");
        }
        if (blocks + 1 == keyStarts.length) {
            keyStarts = Arrays.copyOf(keyStarts, 2 * keyStarts.length);
            offsets = Arrays.copyOf(offsets, 2 * offsets.length);
            sizes = Arrays.copyOf(sizes, 2 * sizes.length);
        }
        keys.append(key, 0, length);
        offsets[blocks] = handle.offset();
        sizes[blocks++] = handle.size();
        end = handle.end();
        keyStarts[blocks] = keys.length();
    }

    int blocks() {
        return blocks;
    }

    /** Returns the memory it takes in bytes. */
    long memoryBytes() {
        return keys.array().length
                + (long) Integer.BYTES * keyStarts.length
                + (long) Long.BYTES * (offsets.length + sizes.length);
    }

    BlockHandle handle(int block) {
        return new BlockHandle(offsets[block], sizes[block]);
    }

    /**
     * Returns the only block that can contain the first entry at or after an internal key; {@link #blocks} if there is none.
     */
    int find(byte[] key, int offset, int length) {
        int low = 0;
        int high = blocks;
        while (low < high) {
            int middle = low + high >>> 1;
            if (compare(middle, key, offset, length) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int compare(int block, byte[] key, int offset, int length) {
        int start = keyStarts[block];
        int end = keyStarts[block + 1];
        return userKeys
                ? Arrays.compareUnsigned(keys.array(), start, end, key, offset, offset + length - InternalKey.TRAILER)
                : InternalKey.compare(keys.array(), start, end - start, key, offset, length);
    }

    /** Returns whether a key is at or before the index key of a block, so that the block may contain it. */
    boolean covers(int block, byte[] key, int length) {
        return compare(block, key, 0, length) >= 0;
    }
}
