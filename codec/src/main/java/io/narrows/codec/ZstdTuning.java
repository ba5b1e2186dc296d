package io.narrows.codec;

/**
 * The memory that zstd 1.5.7 allocates for a level and a window. The table sizes are those of {@code clevels.h} for input of
 * unknown length, reduced to the window as zstd does when it knows the length, so that a small window also means a small
 * context.
 *
 * @param hashLog base-two logarithm of the entries of the hash table, 4 bytes each
 * @param chainLog likewise of the chain table or binary tree
 */
record ZstdTuning(int level, int windowLog, int hashLog, int chainLog) {
    private static final int BLOCK_MAX = 1 << 17;

    /** Context, entropy tables and their workspace, i.e. everything except buffers and tables. */
    private static final long FIXED = 24 << 10;

    /** Entropy tables of a decoder. */
    private static final long DECODING_TABLES = 32 << 10;

    /** Length of content that zstd assumes after a dictionary. */
    private static final int SHORTEST_CONTENT = 513;

    private static final int FIRST_DFAST = 3;
    private static final int FIRST_LAZY = 5;
    private static final int FIRST_TREE = 13;
    private static final int FIRST_OPTIMAL = 16;
    private static final int FIRST_SHORT_MATCH = 18;

    /** Indexed by level; index 0 is for the negative ones. */
    private static final int[] HASH_LOG = {
        13, 14, 16, 17, 18, 19, 19, 20, 20, 21, 22, 22, 23, 22, 23, 23, 22, 22, 22, 22
    };

    private static final int[] CHAIN_LOG = {
        12, 13, 15, 16, 18, 18, 18, 19, 19, 20, 21, 21, 22, 22, 22, 23, 22, 23, 23, 24
    };

    static ZstdTuning of(int level, int windowLog) {
        int row = Math.max(level, 0);
        int longestChain = level < FIRST_TREE ? windowLog : windowLog + 1; // a tree node has two entries
        return new ZstdTuning(
                level, windowLog, Math.min(HASH_LOG[row], windowLog + 1), Math.min(CHAIN_LOG[row], longestChain));
    }

    /** Returns the bytes of a streaming encoder; reimplements {@code ZSTD_estimateCStreamSize_usingCParams}. */
    long encoderBytes() {
        int block = Math.min(BLOCK_MAX, 1 << windowLog);
        long input = (1L << windowLog) + block;
        long output = (long) block + (block >>> 8) + 64;
        int sequences = block / (level >= FIRST_SHORT_MATCH ? 3 : 4);
        long literalsAndSequences = block + 11L * sequences;
        return FIXED + input + output + literalsAndSequences + tableBytes();
    }

    private long tableBytes() {
        long hash = 4L << hashLog;
        long chain = 4L << chainLog;
        if (level < FIRST_DFAST) {
            return hash;
        }
        if (level >= FIRST_LAZY && level < FIRST_TREE && windowLog > 14) {
            return hash + (1L << hashLog); // row match finder: a one-byte tag per entry, no chains
        }
        long optimal = level >= FIRST_OPTIMAL ? 160L << 10 : 0;
        long hash3 = level >= FIRST_SHORT_MATCH ? 4L << Math.min(17, windowLog) : 0;
        return hash + chain + optimal + hash3;
    }

    /** Returns the most that a digest of a dictionary takes for encoders of a level: its bytes and tables of at most their size. */
    static long digestBytes(int level, int dictionaryLength) {
        int windowLog = Integer.SIZE - Integer.numberOfLeadingZeros(dictionaryLength + SHORTEST_CONTENT - 1);
        return FIXED + dictionaryLength + of(level, windowLog).tableBytes();
    }

    /** Returns the most that a digest of a dictionary takes for decoders: its bytes and entropy tables. */
    static long digestBytes(int dictionaryLength) {
        return DECODING_TABLES + dictionaryLength;
    }

    /** Returns the bytes of a streaming decoder; reimplements {@code ZSTD_estimateDStreamSize}. */
    static long decoderBytes(long windowSize) {
        return (160L << 10) + windowSize + 2L * Math.min(BLOCK_MAX, windowSize);
    }
}
