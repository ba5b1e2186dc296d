package io.narrows.proxy.link.send;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_HEADER_BYTES;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.context.ContextBudget;
import io.narrows.proxy.link.context.SendingContext;
import io.narrows.proxy.meter.CpuClock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Detects a stream that does not compress, such as compressed files or TLS, and sends its frames raw. Now and then, it
 * compresses some of them in a separate context and discards the output, so that a stream that becomes compressible is
 * compressed again. Not thread-safe.
 */
final class Bypass {
    /** App bytes that are judged together, so that a few odd frames do not matter. */
    private static final int SPAN_BYTES = 128 * 1024;

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

    private final ContextBudget contexts;
    private final PeerId peer;
    private final CpuClock cpu = new CpuClock();
    private boolean active;
    private long spanIn;
    private long spanOut;
    private long bytesSinceProbe;
    private long probedAt;
    private @Nullable SendingContext probe;

    /** @param contexts supplies the context of a probe */
    Bypass(ContextBudget contexts, PeerId peer) {
        this.contexts = contexts;
        this.peer = peer;
    }

    /** Returns whether frames are sent raw. */
    boolean active() {
        return active;
    }

    /** Records the sizes of a compressed frame. */
    void compressed(int in, int out, long now) {
        spanIn += in;
        spanOut += out;
        if (spanIn >= SPAN_BYTES) {
            if (spanOut > spanIn * POOR_RATIO) {
                active = true;
                probedAt = now;
                bytesSinceProbe = 0;
            }
            startSpan();
        }
    }

    /**
     * Records a frame that is sent raw, and probes it if a probe is due.
     *
     * @param spec the specification for frames that compress
     * @return the processor time of the probe, in nanoseconds
     */
    long passed(ByteBufAllocator allocator, ByteBuf app, CodecSpec spec, long now) {
        bytesSinceProbe += app.readableBytes();
        if (probe == null && (bytesSinceProbe >= PROBE_BYTES || now - probedAt >= PROBE_NANOS)) {
            probe = contexts.openProbe(probeOf(spec), peer);
            probedAt = now;
            bytesSinceProbe = 0;
        }
        if (probe == null) {
            return 0;
        }
        cpu.start();
        look(probe, allocator, app);
        return cpu.stop();
    }

    /**
     * Returns a fast level with a window of the span. A fast level is enough to find out whether bytes compress at all,
     * and a probe runs on the event loop.
     */
    private static CodecSpec probeOf(CodecSpec spec) {
        CodecSpec fast = Levels.of(spec.codec()).exist()
                ? CodecSpec.of(spec.codec(), Math.min(spec.level(), PROBE_LEVEL))
                : spec;
        return fast.withWindowLog(Math.min(spec.windowLog(), PROBE_WINDOW_LOG));
    }

    private void look(SendingContext context, ByteBufAllocator allocator, ByteBuf app) {
        int length = (int) Math.min(app.readableBytes(), PROBE_SPAN_BYTES - spanIn);
        ByteBuf framed = context.encode(allocator, app.slice(app.readerIndex(), length));
        spanIn += length;
        spanOut += framed.writerIndex() - MAX_HEADER_BYTES;
        framed.release();
        if (spanIn == PROBE_SPAN_BYTES) {
            active = spanOut > spanIn * GOOD_RATIO;
            startSpan();
            endProbe();
        }
    }

    /** Frees the context of a probe that is still waiting for bytes after the given time. */
    void releaseIfIdleFor(long nanos, long now) {
        if (probe != null && now - probedAt >= nanos) {
            startSpan();
            endProbe();
        }
    }

    private void startSpan() {
        spanIn = 0;
        spanOut = 0;
    }

    private void endProbe() {
        if (probe != null) {
            probe.close();
            probe = null;
        }
    }

    /** Returns the memory of a probe's context, in bytes. */
    long memoryBytes() {
        return probe == null ? 0 : probe.memoryBytes();
    }

    void close() {
        endProbe();
    }
}
