package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.time.Duration;

/**
 * The compression that a rule specifies.
 *
 * @param linger how long bytes may wait for more to join their frame; zero sends the bytes of each read immediately
 * @param minSize in bytes: smaller frames are not compressed; 0 for no minimum
 * @param sharedHistory whether a link's frames may refer to data that other links to and from the same peer carried
 */
public record Compression(CodecSpec spec, Duration linger, int minSize, boolean sharedHistory) {
    public static final Compression NONE = of(CodecSpec.of(Codec.NONE));

    /** Returns a codec without linger, minimum size or shared history. */
    public static Compression of(CodecSpec spec) {
        return new Compression(spec, Duration.ZERO, 0, false);
    }

    /** Returns {@code zstd:3, window 1MiB, linger 1ms, min-size 64B}, without the parts that are not set. */
    @Override
    public String toString() {
        return spec
                + (spec.codec().keepsHistory() ? ", window " + Sizes.format(1L << spec.windowLog()) : "")
                + (linger.isZero() ? "" : ", linger " + Durations.format(linger))
                + (minSize == 0 ? "" : ", min-size " + Sizes.format(minSize))
                + (sharedHistory ? ", shared history" : "");
    }
}
