package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.time.Duration;

/**
 * The compression that a rule specifies.
 *
 * @param spec the codec; if the sidecar chooses, the one until it has measured the traffic
 * @param linger how long bytes may wait for more to join their frame; zero sends the bytes of each read immediately
 * @param minSize in bytes: smaller frames are not compressed; 0 for no minimum
 * @param sharedHistory whether a link's frames may refer to data that other links to and from the same peer carried
 * @param auto whether the sidecar chooses the codec and level of each link
 */
public record Compression(CodecSpec spec, Duration linger, int minSize, boolean sharedHistory, boolean auto) {
    public static final Compression NONE = of(CodecSpec.of(Codec.NONE));

    /** Returns a fixed codec without linger, minimum size or shared history. */
    public static Compression of(CodecSpec spec) {
        return new Compression(spec, Duration.ZERO, 0, false, false);
    }

    /**
     * Returns {@code zstd:3, window 1MiB, linger 1ms, min-size 64B}, without the parts that are not set; if the sidecar
     * chooses, {@code auto (zstd:1 until measured), linger 1ms}.
     */
    @Override
    public String toString() {
        return (auto ? "auto (" + spec + " until measured)" : fixed())
                + (linger.isZero() ? "" : ", linger " + Durations.format(linger))
                + (minSize == 0 ? "" : ", min-size " + Sizes.format(minSize))
                + (sharedHistory ? ", shared history" : "");
    }

    private String fixed() {
        return spec + (spec.codec().keepsHistory() ? ", window " + Sizes.format(1L << spec.windowLog()) : "");
    }
}
