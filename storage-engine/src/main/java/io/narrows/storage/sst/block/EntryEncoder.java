package io.narrows.storage.sst.block;

/** Writes the entries of a block. It keeps nothing between entries, so one serves all threads. */
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
