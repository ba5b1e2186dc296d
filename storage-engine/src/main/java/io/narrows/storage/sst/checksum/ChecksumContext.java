package io.narrows.storage.sst.checksum;

/**
 * Makes a checksum depend on its position, since format version 6: on the file, through a number in its footer, and on
 * the offset. This detects a block that is intact but misplaced (RocksDB's {@code ChecksumModifierForContext}).
 */
public final class ChecksumContext {
    private ChecksumContext() {}

    /**
     * Returns the number to add to a checksum before it is stored, modulo 2^32.
     *
     * @param base the number in the footer; 0 means a file without contexts and yields 0
     * @param offset start of the block's payload, or of the footer, in the file
     */
    public static int modifier(int base, long offset) {
        return base == 0 ? 0 : base ^ ((int) offset + (int) (offset >>> 32));
    }
}
