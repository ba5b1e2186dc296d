package io.narrows.codec;

/** Finds repetitions in an {@link Lz4Window} and writes LZ4 blocks. Its state consists of positions in that window. */
sealed interface Lz4Matcher permits Lz4HashTable, Lz4HashChain {
    /**
     * Compresses a piece of content into a block that may refer to all previous content.
     *
     * @param window has {@link Lz4Layout#SLACK} bytes after the piece
     * @param out has room for {@link Lz4Layout#bound} plus {@link Lz4Layout#SLACK} bytes
     * @return the number of bytes written at the start of {@code out}
     */
    int compress(byte[] window, int from, int to, byte[] out);

    /** Adjusts the positions after all content has moved {@code by} bytes to the front. */
    void moved(int by);

    /** Forgets all content. */
    void clear();

    long memoryBytes();
}
