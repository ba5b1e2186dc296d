package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.time.Duration;
import java.util.Optional;

/**
 * What a rule asks for.
 *
 * @param linger how long bytes may wait for more of them; zero sends what one read brought
 * @param minSize in bytes: what is smaller goes as it is; 0 when nothing is too small
 * @param sharedHistory whether a link's frames may refer to what other links to and from the same peer carried
 */
public record Compression(CodecSpec spec, Duration linger, int minSize, boolean sharedHistory) {
    public static final Compression NONE = of(CodecSpec.of(Codec.NONE));

    /** A codec without linger, without a least size and without shared history. */
    public static Compression of(CodecSpec spec) {
        return new Compression(spec, Duration.ZERO, 0, false);
    }

    /** Whether the codec keeps history across frames, and so has a window to limit. */
    static boolean hasWindow(Codec codec) {
        return codec != Codec.NONE && codec != Codec.SNAPPY;
    }

    /** Whether a codec can learn from what other links carry. */
    static boolean canShareHistory(Codec codec) {
        return codec == Codec.DENSE;
    }

    /**
     * What a link takes instead of a codec for frames that this would make late, and while its load, or a processor that
     * others use, is too much for it. In a window that is no larger; empty where the codec is fast enough for any link.
     */
    public static Optional<CodecSpec> overloadCodec(CodecSpec spec) {
        if (spec.codec() != Codec.DENSE) {
            return Optional.empty();
        }
        CodecSpec zstd = CodecSpec.of(Codec.ZSTD, 3);
        return Optional.of(zstd.withWindowLog(Math.min(zstd.windowLog(), spec.windowLog())));
    }

    /** {@code zstd:3, window 1MiB, linger 1ms, min-size 64B}, without what is not asked for. */
    @Override
    public String toString() {
        return spec
                + (hasWindow(spec.codec()) ? ", window " + Sizes.format(1L << spec.windowLog()) : "")
                + (linger.isZero() ? "" : ", linger " + Durations.format(linger))
                + (minSize == 0 ? "" : ", min-size " + Sizes.format(minSize))
                + (sharedHistory ? ", shared history" : "");
    }
}
