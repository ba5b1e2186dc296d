package io.narrows.proxy.link.send;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;

/**
 * Judges by spans of frames whether a stream shrinks. While it does not, its frames are sent raw, and a probe compresses
 * some of them now and then, in a separate context whose output is discarded. Not thread-safe.
 */
public final class Compressibility {
    /** App bytes that are judged together, so that a few odd frames do not matter. */
    static final int SPAN_BYTES = 128 * 1024;

    /** A span that keeps more than this share of its bytes is not worth compressing. */
    private static final double POOR_RATIO = 0.97;

    /** A probe that keeps less than this share ends the bypass. */
    private static final double GOOD_RATIO = 0.90;

    private static final long PROBE_NANOS = 500_000_000L;
    private static final long PROBE_BYTES = 8L << 20;

    /**
     * App bytes that a probe samples: enough to show the redundancy between small records, and few enough not to delay the event
     * loop.
     */
    private static final int PROBE_SPAN_BYTES = 16 * 1024;

    private static final int PROBE_LEVEL = 1;
    private static final int PROBE_WINDOW_LOG = 17;

    private boolean poor;
    private long spanIn;
    private long spanOut;
    private long bytesSinceProbe;
    private long probedAt;

    /** Returns whether frames are not worth compressing. */
    public boolean isPoor() {
        return poor;
    }

    /**
     * Records the sizes of a compressed frame.
     *
     * @param now in nanoseconds
     */
    public void compressed(int in, int out, long now) {
        spanIn += in;
        spanOut += out;
        if (spanIn >= SPAN_BYTES) {
            if (spanOut > spanIn * POOR_RATIO) {
                poor = true;
                probedAt = now;
                bytesSinceProbe = 0;
            }
            startSpan();
        }
    }

    /**
     * Records a frame that is sent raw.
     *
     * @param probing whether a probe waits for bytes
     * @param now in nanoseconds
     * @return whether to begin a probe with this frame
     */
    public boolean passed(int length, boolean probing, long now) {
        bytesSinceProbe += length;
        if (probing || (bytesSinceProbe < PROBE_BYTES && now - probedAt < PROBE_NANOS)) {
            return false;
        }
        probedAt = now;
        bytesSinceProbe = 0;
        startSpan();
        return true;
    }

    /** Returns when the last probe began, in nanoseconds. */
    long probedAt() {
        return probedAt;
    }

    /**
     * Returns a fast level with a window of the span. A fast level is enough to find out whether bytes compress at all,
     * and a probe runs on the event loop.
     *
     * @param spec the specification for frames that compress
     */
    public static CodecSpec probeOf(CodecSpec spec) {
        CodecSpec fast = Levels.of(spec.codec()).exist()
                ? CodecSpec.of(spec.codec(), Math.min(spec.level(), PROBE_LEVEL))
                : spec;
        return fast.withWindowLog(Math.min(spec.windowLog(), PROBE_WINDOW_LOG));
    }

    /** Returns how many bytes of a frame the probe compresses. */
    public int probeBytes(int length) {
        return (int) Math.min(length, PROBE_SPAN_BYTES - spanIn);
    }

    /**
     * Records what the probe made of {@link #probeBytes}.
     *
     * @return whether the probe is over
     */
    public boolean probed(int in, int out) {
        spanIn += in;
        spanOut += out;
        if (spanIn < PROBE_SPAN_BYTES) {
            return false;
        }
        poor = spanOut > spanIn * GOOD_RATIO;
        startSpan();
        return true;
    }

    private void startSpan() {
        spanIn = 0;
        spanOut = 0;
    }
}
