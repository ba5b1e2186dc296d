package io.narrows.storage.sst.block;

/**
 * The condition for ending a block (RocksDB's {@code flush_block_policy.cc}).
 *
 * @param size target size of a block in bytes
 * @param fullAbove size in bytes above which a block ends if the next entry would make it larger than {@code size}
 */
public record BlockLimit(int size, int fullAbove) {
    /** @param deviation percentage of a block that may stay empty, 0 to 100 */
    public static BlockLimit of(int size, int deviation) {
        return new BlockLimit(size, (int) (((long) size * (100 - deviation) + 99) / 100));
    }

    /** Returns whether a non-empty block ends before an entry. */
    public boolean endsBefore(BlockBuilder block, int keyLength, int valueLength) {
        int length = block.size();
        return length >= size || length > fullAbove && block.sizeWith(keyLength, valueLength) > size;
    }
}
