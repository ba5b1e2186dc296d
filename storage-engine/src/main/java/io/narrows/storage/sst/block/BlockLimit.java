package io.narrows.storage.sst.block;

/**
 * When a block is full (RocksDB's {@code flush_block_policy.cc}).
 *
 * @param size bytes that a block should have
 * @param fullAbove bytes from which on a block is full if the next entry would make it larger than that
 */
public record BlockLimit(int size, int fullAbove) {
    /** @param deviation percent of a block that may stay empty for that, 0 to 100 */
    public static BlockLimit of(int size, int deviation) {
        return new BlockLimit(size, (int) (((long) size * (100 - deviation) + 99) / 100));
    }

    /** Whether a block that has entries ends before an entry. */
    public boolean endsBefore(BlockBuilder block, int keyLength, int valueLength) {
        int length = block.size();
        return length >= size || length > fullAbove && block.sizeWith(keyLength, valueLength) > size;
    }
}
