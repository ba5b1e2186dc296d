package io.narrows.storage.sst.block;

/** Writes the entries of blocks. It keeps nothing from one entry to the next. One thread at a time uses it. */
public interface EntryEncoder {
    /**
     * Writes an entry into {@code out}, which has room for {@link #maxLength} bytes from {@code at}. The key before it in
     * the block is at the beginning of {@code previous}; {@code previousLength} is negative at a restart point, where the
     * key is written whole. Returns the index after the entry.
     */
    int encode(
            byte[] out,
            int at,
            byte[] previous,
            int previousLength,
            byte[] key,
            int keyOffset,
            int keyLength,
            byte[] value,
            int valueOffset,
            int valueLength);

    /** What an entry takes at most. */
    int maxLength(int keyLength, int valueLength);
}
