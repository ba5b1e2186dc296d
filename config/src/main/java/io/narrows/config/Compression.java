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
 */
public record Compression(CodecSpec spec, Duration linger, int minSize) {
    public static final Compression NONE = of(CodecSpec.of(Codec.NONE));

    /** A codec without linger and without a least size. */
    public static Compression of(CodecSpec spec) {
        return new Compression(spec, Duration.ZERO, 0);
    }

    /** Whether the codec keeps history across frames, and so has a window to limit. */
    static boolean hasWindow(Codec codec) {
        return codec != Codec.NONE && codec != Codec.SNAPPY;
    }

    /**
     * What a link takes instead of a codec while its load, or a processor that others use, is too much for that codec; empty
     * where the codec is fast enough for any link.
     */
    public static Optional<CodecSpec> standIn(CodecSpec spec) {
        return spec.codec() == Codec.DENSE ? Optional.of(CodecSpec.of(Codec.ZSTD, 1)) : Optional.empty();
    }

    /** {@code zstd:3, window 1MiB, linger 1ms, min-size 64B}, without what is not asked for. */
    @Override
    public String toString() {
        return spec
                + (hasWindow(spec.codec()) ? ", window " + Sizes.format(1L << spec.windowLog()) : "")
                + (linger.isZero() ? "" : ", linger " + Durations.format(linger))
                + (minSize == 0 ? "" : ", min-size " + Sizes.format(minSize));
    }
}
