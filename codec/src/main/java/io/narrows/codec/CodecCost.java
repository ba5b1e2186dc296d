package io.narrows.codec;

/**
 * The expected processor time of a codec, for callers that have no measurements of their own yet. Those of frames are medians of {@code bin/bench
 * frame-costs} on recorded replication streams, rounded up (docs/benchmarks.md). The figures for dense, its level 0 included, are
 * those before JIT compilation: a sidecar may need a codec before it is warm. That of level 0 is the median of the first frames of 16
 * KiB in a new process. What decoding takes by content of level 0 is that of compiled code: only links that have run for a while
 * are compared by it.
 *
 * @param nanosPerByte nanoseconds per byte
 * @param firstNanos additional nanoseconds for a context's first frame, which allocates and clears the tables
 */
public record CodecCost(double nanosPerByte, double firstNanos) {
    private static final double[] GZIP = {6, 7, 7, 10, 10, 14, 15, 20, 20};
    private static final double[] LZ4HC = {7, 7, 7, 7, 8, 9, 9, 10, 10, 13, 13, 15};
    private static final double[] ZSTD = {
        2, 3, 3, 4, 8, 9, 10, 12, 15, 17, 20, 20, 40, 85, 95, 150, 180, 200, 340,
    };
    private static final double ZSTD_NEGATIVE = 2;
    private static final double LZ4 = 7;
    private static final double SNAPPY = 2;
    private static final double DENSE = 100;
    private static final double DENSE_LEVEL_0 = 60;

    private static final double DENSE_LEVEL_0_COMPILED = 10;

    private static final double FAST_DECODING = 10;
    private static final double DENSE_DECODING = 400;
    private static final double FAST_DECODED = 2;
    private static final double DENSE_DECODED = 50;
    private static final double DENSE_LEVEL_0_DECODED = 10;

    private static final double FIRST_OF_SMALL_TABLES = 60_000;
    private static final double FIRST_OF_DENSE = 300_000;

    /** Nanoseconds per byte of a state from which a context of dense begins, before JIT compilation. */
    private static final double DENSE_LOADING = 10;

    /** Likewise for compiled code: the median of states after 64 KiB of recorded replication streams, rounded up. */
    private static final double DENSE_LOADING_COMPILED = 1;

    /** zstd levels from which its tables take megabytes and tens of megabytes. */
    private static final int ZSTD_LARGE = 5;

    private static final int ZSTD_LARGER = 7;
    private static final int ZSTD_LARGEST = 12;

    /** Returns the cost of encoding, by bytes of content. */
    public static CodecCost ofEncoding(CodecSpec spec) {
        return new CodecCost(encodingNanosPerByte(spec), firstOf(spec));
    }

    /**
     * Returns the additional time for a context's first frame if the context begins from a state, in nanoseconds.
     *
     * @param stateBytes memory of the state
     * @param isCompiled whether the code that loads states is compiled
     */
    public static double loadingNanos(long stateBytes, boolean isCompiled) {
        return (isCompiled ? DENSE_LOADING_COMPILED : DENSE_LOADING) * stateBytes;
    }

    /** Returns whether a codec encodes faster than level 0 of dense, once the code is compiled. */
    public static boolean isFasterThanLevel0(CodecSpec spec) {
        return spec.codec() != Codec.DENSE && encodingNanosPerByte(spec) < DENSE_LEVEL_0_COMPILED;
    }

    private static double encodingNanosPerByte(CodecSpec spec) {
        int level = spec.level();
        return switch (spec.codec()) {
            case NONE -> 0;
            case SNAPPY -> SNAPPY;
            case LZ4 -> LZ4;
            case GZIP -> GZIP[level - 1];
            case LZ4HC -> LZ4HC[level - 1];
            case ZSTD -> level < 0 ? ZSTD_NEGATIVE : ZSTD[level - 1];
            case DENSE -> level == 0 ? DENSE_LEVEL_0 : DENSE;
        };
    }

    private static double firstOf(CodecSpec spec) {
        int level = spec.level();
        return switch (spec.codec()) {
            case NONE, GZIP, SNAPPY, LZ4, LZ4HC -> firstOfSmallTables(level);
            case ZSTD -> level < ZSTD_LARGE ? firstOfSmallTables(level) : firstOfLargeZstd(level);
            case DENSE -> FIRST_OF_DENSE;
        };
    }

    private static double firstOfSmallTables(int level) {
        return level < 3 ? FIRST_OF_SMALL_TABLES : 4 * FIRST_OF_SMALL_TABLES;
    }

    private static double firstOfLargeZstd(int level) {
        return level < ZSTD_LARGER ? 500_000 : level < ZSTD_LARGEST ? 2_000_000 : 45_000_000;
    }

    /** Returns the cost of decoding, by bytes of payload. */
    public static CodecCost ofDecoding(Codec codec) {
        return switch (codec) {
            case NONE, GZIP, SNAPPY, LZ4, LZ4HC, ZSTD -> new CodecCost(FAST_DECODING, FIRST_OF_SMALL_TABLES);
            case DENSE -> new CodecCost(DENSE_DECODING, FIRST_OF_DENSE);
        };
    }

    /** Returns the cost of decoding frames of a level, by bytes of content. */
    public static CodecCost ofDecoded(CodecSpec spec) {
        return spec.isLevel0() ? new CodecCost(DENSE_LEVEL_0_DECODED, FIRST_OF_DENSE) : ofDecoded(spec.codec());
    }

    /** Returns the cost of decoding frames of unknown level, by bytes of content. */
    public static CodecCost ofDecoded(Codec codec) {
        return switch (codec) {
            case NONE, GZIP, SNAPPY, LZ4, LZ4HC, ZSTD -> new CodecCost(FAST_DECODED, FIRST_OF_SMALL_TABLES);
            case DENSE -> new CodecCost(DENSE_DECODED, FIRST_OF_DENSE);
        };
    }
}
