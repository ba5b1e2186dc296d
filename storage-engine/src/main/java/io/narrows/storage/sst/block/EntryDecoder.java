package io.narrows.storage.sst.block;

/**
 * Reads the entries of blocks. A checksum keeps no forger out, so whatever an entry says, nothing beyond the limit is read
 * and no key gets longer than the block. It keeps nothing from one entry to the next. One thread at a time uses it.
 */
public interface EntryDecoder {
    /**
     * Reads the entry at {@code at}, which is below {@code limit}, the end of the block's entries. {@code state} has the key
     * of the entry before it; at a restart point the caller has made it {@linkplain EntryState#restart empty}. Afterwards it
     * has the entry's own key, value and end. When an exception is thrown the state is as it was.
     *
     * @throws MalformedBlockException when there is no entry
     */
    void decode(EntryState state, byte[] block, int at, int limit) throws MalformedBlockException;

    /**
     * Finds the key of the entry at a restart point. It stands whole in the block, so nothing is copied: the
     * {@linkplain Coding#index index} of the answer is where it begins, its {@linkplain Coding#value value} the length.
     *
     * @throws MalformedBlockException when there is no entry, or its key is not whole
     */
    long restartKey(byte[] block, int at, int limit) throws MalformedBlockException;
}
