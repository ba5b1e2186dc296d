package io.narrows.storage.sst.checksum;

/**
 * Where a checksum stands is part of it, from format version 6 on: of which file, by a number in its footer, and at which
 * offset. A block that was written whole, but elsewhere, is found by that (RocksDB's {@code ChecksumModifierForContext}).
 */
public final class ChecksumContext {
    private ChecksumContext() {}

    /**
     * What to add to a checksum before it is stored, in 32 bits.
     *
     * @param base the number in the footer; 0 stands for a file without contexts and gives 0
     * @param offset where the payload of the block begins in the file, or where the footer does
     */
    public static int modifier(int base, long offset) {
        return base == 0 ? 0 : base ^ ((int) offset + (int) (offset >>> 32));
    }
}
