package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.time.Duration;

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

    /** {@code zstd:3, window 1MiB, linger 1ms, min-size 64B}, without what is not asked for. */
    @Override
    public String toString() {
        return spec
                + (spec.codec().keepsHistory() ? ", window " + Sizes.format(1L << spec.windowLog()) : "")
                + (linger.isZero() ? "" : ", linger " + Durations.format(linger))
                + (minSize == 0 ? "" : ", min-size " + Sizes.format(minSize))
                + (sharedHistory ? ", shared history" : "");
    }
}
