package io.narrows.proxy.link;

/**
 * Notices a stream that does not shrink, such as compressed files or TLS, and lets its frames go as they are. Now and
 * then it asks for a probe, so that a stream which becomes compressible again is compressed again. Not thread-safe.
 */
final class Bypass {
    /** App bytes that are judged together, so that a few odd frames decide nothing. */
    private static final int SPAN_BYTES = 128 * 1024;

    /** A span that keeps more than this share of its bytes is not worth compressing. */
    private static final double POOR_RATIO = 0.97;

    /** A probe that keeps less than this share ends the bypass. */
    private static final double GOOD_RATIO = 0.90;

    private static final long PROBE_NANOS = 500_000_000L;
    private static final long PROBE_BYTES = 4L << 20;

    private boolean active;
    private long spanIn;
    private long spanOut;
    private long bytesSinceProbe;
    private long lastProbe;

    /** Whether frames go as they are. */
    boolean active() {
        return active;
    }

    /** Tells what a compressed frame came to. */
    void compressed(int in, int out, long now) {
        spanIn += in;
        spanOut += out;
        if (spanIn >= SPAN_BYTES) {
            if (spanOut > spanIn * POOR_RATIO) {
                active = true;
                probed(now);
            }
            spanIn = 0;
            spanOut = 0;
        }
    }

    /** Tells of a frame that went as it was; true when this one should be probed. */
    boolean passed(int length, long now) {
        bytesSinceProbe += length;
        if (bytesSinceProbe < PROBE_BYTES && now - lastProbe < PROBE_NANOS) {
            return false;
        }
        probed(now);
        return true;
    }

    /** Tells what a probe of one frame came to. */
    void probe(int in, int out) {
        if (out < in * GOOD_RATIO) {
            active = false;
        }
    }

    private void probed(long now) {
        bytesSinceProbe = 0;
        lastProbe = now;
    }
}
