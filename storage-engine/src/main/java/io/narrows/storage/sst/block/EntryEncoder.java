package io.narrows.storage.sst.block;

/** Encodes the entries of blocks. Keeps no state between entries. Not thread-safe. */
public interface EntryEncoder {
    /**
     * Writes an entry into {@code out}, which has space for {@link #maxLength} bytes from {@code at}. The previous key of
     * the block is at the start of {@code previous}; {@code previousLength} is negative at a restart point, where the key is
     * written whole. Returns the index after the entry.
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

    /** Returns the maximum size of an encoded entry. */
    int maxLength(int keyLength, int valueLength);
}
