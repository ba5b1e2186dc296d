package io.narrows.storage.sst.block;

/**
 * Decodes the entries of blocks. Checksums do not stop forgery, so for any content, nothing beyond the limit is read
 * and no key gets longer than the block. Keeps no state between entries. Not thread-safe.
 */
public interface EntryDecoder {
    /**
     * Decodes the entry at {@code at}, which is below {@code limit}, the end of the block's entries. {@code state} must
     * contain the previous entry's key; at a restart point the caller has made it
     * {@linkplain EntryState#restart empty}. Afterward it contains the entry's key, value and end. It is unchanged
     * after an exception.
     *
     * @throws MalformedBlockException if the entry is invalid
     */
    void decode(EntryState state, byte[] block, int at, int limit) throws MalformedBlockException;

    /**
     * Finds the key of the entry at a restart point. It is stored whole in the block, so nothing is copied: the
     * {@linkplain Coding#index index} of the result is its start, the {@linkplain Coding#value value} its length.
     *
     * @throws MalformedBlockException if the entry is invalid, or its key is not whole
     */
    long restartKey(byte[] block, int at, int limit) throws MalformedBlockException;
}
