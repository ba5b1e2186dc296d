package io.narrows.proxy.link.send;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_HEADER_BYTES;

import io.narrows.codec.CodecSpec;
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
    private final ContextBudget contexts;
    private final PeerId peer;
    private final CpuClock cpu = new CpuClock();
    private final Compressibility stream = new Compressibility();
    private @Nullable SendingContext probe;

    /** @param contexts supplies the context of a probe */
    Bypass(ContextBudget contexts, PeerId peer) {
        this.contexts = contexts;
        this.peer = peer;
    }

    /** Returns whether frames are sent raw. */
    boolean active() {
        return stream.isPoor();
    }

    /** Records the sizes of a compressed frame. */
    void compressed(int in, int out, long now) {
        stream.compressed(in, out, now);
    }

    /**
     * Records a frame that is sent raw, and probes it if a probe is due.
     *
     * @param spec the specification for frames that compress
     * @return the processor time of the probe, in nanoseconds
     */
    long passed(ByteBufAllocator allocator, ByteBuf app, CodecSpec spec, long now) {
        if (stream.passed(app.readableBytes(), probe != null, now)) {
            probe = contexts.openProbe(Compressibility.probeOf(spec), peer);
        }
        if (probe == null) {
            return 0;
        }
        cpu.start();
        look(probe, allocator, app);
        return cpu.stop();
    }

    private void look(SendingContext context, ByteBufAllocator allocator, ByteBuf app) {
        int length = stream.probeBytes(app.readableBytes());
        ByteBuf framed = context.encode(allocator, app.slice(app.readerIndex(), length));
        int payload = framed.writerIndex() - MAX_HEADER_BYTES;
        framed.release();
        if (stream.probed(length, payload)) {
            endProbe();
        }
    }

    /** Frees the context of a probe that is still waiting for bytes after the given time. */
    void releaseIfIdleFor(long nanos, long now) {
        if (now - stream.probedAt() >= nanos) {
            endProbe();
        }
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
