package io.narrows.storage.sst;

import io.narrows.storage.InternalKey;
import io.narrows.storage.sst.block.MalformedBlockException;
import java.util.Arrays;

/**
 * The index of a file in memory, taken apart once: for each data block a key that is not below its last, and its handle.
 * A search then compares arrays and decodes nothing. Immutable once it is built; safe for use by many threads.
 */
final class TableIndex {
    private final boolean userKeys;
    private final GrowingBytes keys = new GrowingBytes(1 << 12);
    private int[] keyStarts = new int[64];
    private long[] offsets = new long[64];
    private long[] sizes = new long[64];
    private int blocks;

    /** Where the last block ends. */
    private long end;

    /** @param userKeys whether its keys are user keys, not internal ones */
    TableIndex(boolean userKeys) {
        this.userKeys = userKeys;
    }

    /** @throws MalformedBlockException when it is no entry that can come next: blocks lie in a file in the order of their keys */
    void add(byte[] key, int length, BlockHandle handle) throws MalformedBlockException {
        if (!userKeys && length < InternalKey.TRAILER) {
            throw new MalformedBlockException(0, "an index key of " + length + " bytes (expected: at least 8)");
        }
        if (handle.size() < 0 || handle.offset() < end || handle.end() < handle.offset()) {
            throw new MalformedBlockException(
                    0,
                    "a block of " + Long.toUnsignedString(handle.size()) + " bytes at "
                            + Long.toUnsignedString(handle.offset()) + " (expected: behind the one before, from " + end
                            + " on)");
        }
        if (length > GrowingBytes.MAX_LENGTH - keys.length()) {
            throw new MalformedBlockException(0, "an index whose keys have 2 GiB or more");
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

    /** What it takes in memory. */
    long memoryBytes() {
        return keys.array().length
                + (long) Integer.BYTES * keyStarts.length
                + (long) Long.BYTES * (offsets.length + sizes.length);
    }

    BlockHandle handle(int block) {
        return new BlockHandle(offsets[block], sizes[block]);
    }

    /** The only block that can hold the first entry at or behind an internal key; {@link #blocks} when none can. */
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

    /** Whether a key is at or before the index key of a block, so that it may be in it. */
    boolean covers(int block, byte[] key, int length) {
        return compare(block, key, 0, length) >= 0;
    }
}
