package io.narrows.storage.sst.block;

/**
 * The parts of a block (RocksDB's {@code table/block_based/block.cc}, {@code data_block_footer.cc}).
 *
 * <pre>
 *   entries | fixed32 restart point … | [hash buckets, u8 each | fixed16 number of buckets] | fixed32 word
 *   word:   31 hash index | 30 unknown | 29 keys are uniform, a hint | 28 values apart | 27…0 number of restart points
 * </pre>
 *
 * @param start array index of the block
 * @param restartsAt array index of its restart points, where its entries end
 * @param restarts number of restart points, at least one
 */
record BlockLayout(int start, int restartsAt, int restarts) {
    /** A block without entries. */
    static final BlockLayout EMPTY = new BlockLayout(0, 0, 1);

    private static final int HASH_INDEX = 1 << 31;
    private static final int UNIFORM_KEYS = 1 << 29;
    private static final int KNOWN = HASH_INDEX | UNIFORM_KEYS;
    private static final int COUNT = (1 << 28) - 1;

    static BlockLayout parse(byte[] array, int offset, int length) throws MalformedBlockException {
        int end = offset + length;
        int wordAt = end - Integer.BYTES;
        if (length < 2 * Integer.BYTES) {
            throw new MalformedBlockException(offset, "a block of " + length + " bytes (expected: at least 8)");
        }
        int word = Coding.fixed32(array, wordAt);
        if ((word & ~COUNT & ~KNOWN) != 0) {
            throw new MalformedBlockException(
                    wordAt, "unknown features: 0x" + Integer.toHexString(word & ~COUNT & ~KNOWN));
        }
        int restarts = word & COUNT;
        int restartsEnd = (word & HASH_INDEX) == 0 ? wordAt : beforeBuckets(array, offset, wordAt);
        if (restarts < 1 || restarts > (restartsEnd - offset) / Integer.BYTES) {
            throw new MalformedBlockException(
                    wordAt,
                    restarts + " restart points in " + length + " bytes (expected: at least 1, and no more than fit)");
        }
        return new BlockLayout(offset, restartsEnd - restarts * Integer.BYTES, restarts);
    }

    /**
     * Returns the index of a hash index's buckets, which end the rest of the block. They only speed up a search, so they are
     * ignored.
     */
    private static int beforeBuckets(byte[] array, int offset, int wordAt) throws MalformedBlockException {
        int countAt = wordAt - Short.BYTES;
        int buckets = array[countAt] & 0xff | (array[countAt + 1] & 0xff) << 8;
        if (buckets > countAt - offset) {
            throw new MalformedBlockException(countAt, buckets + " hash buckets do not fit into the block");
        }
        return countAt - buckets;
    }

    int entriesEnd() {
        return restartsAt;
    }

    /**
     * Returns the array index that a restart point gives for its entry; not checked, except that an overflow does not make
     * it negative.
     */
    int restart(byte[] array, int index) {
        return start + Coding.fixed32(array, restartsAt + index * Integer.BYTES);
    }
}
