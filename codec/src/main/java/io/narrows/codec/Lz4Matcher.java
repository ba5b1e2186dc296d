package io.narrows.codec;

/** Finds repetitions in an {@link Lz4Window} and writes LZ4 blocks. What it remembers are places of that window. */
sealed interface Lz4Matcher permits Lz4HashTable, Lz4HashChain {
    /**
     * Writes a piece of content as a block that may refer to all content before it.
     *
     * @param window has {@link Lz4Layout#SLACK} bytes behind the piece
     * @param out has room for {@link Lz4Layout#bound} and {@link Lz4Layout#SLACK}
     * @return the bytes written, from the beginning of {@code out} on
     */
    int compress(byte[] window, int from, int to, byte[] out);

    /** All content has moved to the front by as many bytes. */
    void moved(int by);

    /** Forgets all content. */
    void clear();

    long memoryBytes();
}
