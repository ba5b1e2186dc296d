package io.narrows.proxy.sample;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.context.SendingContext;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.netty.buffer.ByteBuf;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The compression of one turn's copies with one candidate, in frames as a link would send them, by the link's own code. Its processor time
 * is that of some frames, each of which comes after a pause as long as on the link, since a frame costs more when other work has used the
 * processor's caches. They stand for those before them, by bytes. If there is no memory for its context, it has no figures. Used on the
 * worker's thread.
 */
final class WhatIfTrial implements AutoCloseable {
    /** The maximum app bytes in a frame of a codec that may be too slow for its link. */
    private static final int SLOW_FRAME_BYTES = 16 << 10;

    /**
     * App bytes from one measured frame to the next; longer frames are all measured. A full turn has 512 measured frames: if their costs
     * scatter as much as their mean, the standard error is 4 %. Not all frames are measured, since waking up after a pause takes more
     * processor time than encoding a short one.
     */
    static final int MEASURED_EVERY_BYTES = 4 << 10;

    /** The maximum of a pause. In a millisecond, at 10 GB/s, other work reads 10 MB: more than a processor's own caches hold. */
    static final long LONGEST_PAUSE_NANOS = 1_000_000;

    private final WhatIfTurn.Shared shared;
    private final PeerId peer;
    private final CodecSpec candidate;
    private final IntUnaryOperator wireBytes;
    private final WhatIfWindow window;
    private final int longest;
    private @Nullable SendingContext context;
    private boolean begun;
    private boolean withoutMemory;
    private long app;
    private long wire;
    private long historyApp;
    private long historyWire;
    private long measuredReadAt;
    private long unmeasured;
    private long measured;
    private double cpuNanos;

    /**
     * @param wireBytes returns the bytes at the socket of a frame whose payload has the given length
     * @param window the figures
     */
    WhatIfTrial(
            WhatIfTurn.Shared shared,
            PeerId peer,
            CodecSpec candidate,
            IntUnaryOperator wireBytes,
            WhatIfWindow window) {
        this.shared = shared;
        this.peer = peer;
        this.candidate = candidate;
        this.wireBytes = wireBytes;
        this.window = window;
        this.longest = candidate.overloadCodec().isPresent() ? SLOW_FRAME_BYTES : Integer.MAX_VALUE;
    }

    /** Compresses the reads of the next piece. */
    void measure(SamplePiece reads) {
        if (!begun) {
            begun = true;
            open();
        }
        if (!withoutMemory) {
            reads.forEach(this::measure);
        }
    }

    /** Leaves the bytes so far out of the figures: they only made history for those to come. */
    void historyEnds() {
        historyApp = app;
        historyWire = wire;
    }

    private boolean isRaw() {
        return candidate.codec() == Codec.NONE;
    }

    private void open() {
        if (!isRaw()) {
            context = shared.contexts().openExact(candidate, peer);
            withoutMemory = context == null;
        }
    }

    private void measure(ByteBuf bytes, int at, int length, long readAt) {
        int end = at + length;
        int from = at;
        while (from < end) {
            int part = Math.min(longest, end - from);
            wire += wireBytes.applyAsInt(context == null ? part : payload(context, bytes.slice(from, part), readAt));
            app += part;
            from += part;
        }
    }

    /** Returns the length of a frame's payload. */
    private int payload(SendingContext encoder, ByteBuf frame, long readAt) {
        int length = frame.readableBytes();
        unmeasured += length;
        int compressed;
        if (app == 0 || unmeasured >= MEASURED_EVERY_BYTES) {
            pause(readAt);
            compressed = encodeMeasured(encoder, frame);
        } else {
            compressed = encode(encoder, frame);
        }
        return encoder.forgetful() ? Math.min(compressed, length) : compressed;
    }

    /** Passes as much time as the link did between this read and that of the last measured frame. */
    private void pause(long readAt) {
        long nanos = app == 0 ? 0 : readAt - measuredReadAt;
        measuredReadAt = readAt;
        shared.worker().pause(Math.min(nanos, LONGEST_PAUSE_NANOS));
    }

    /** Encodes a copy of the frame, which the processor has just written, like a link's read. */
    private int encodeMeasured(SendingContext encoder, ByteBuf frame) {
        CacheEviction.run();
        ByteBuf read = shared.allocator().directBuffer(frame.readableBytes()).writeBytes(frame.duplicate());
        try {
            long before = shared.worker().threadCpuNanos();
            int compressed = encode(encoder, read);
            double nanos = shared.worker().threadCpuNanos() - before;
            cpuNanos += nanos / read.readableBytes() * unmeasured; // longer frames are likelier to be measured
            measured += unmeasured;
            unmeasured = 0;
            return compressed;
        } finally {
            read.release();
        }
    }

    private int encode(SendingContext encoder, ByteBuf read) {
        ByteBuf framed = encoder.encode(shared.allocator(), read);
        int compressed = framed.readableBytes() - FrameDescriptor.MAX_HEADER_BYTES;
        framed.release();
        return compressed;
    }

    CodecSpec candidate() {
        return candidate;
    }

    /** Returns the result. */
    SampleSums figures() {
        long counted = app - historyApp;
        long nanos = measured == 0 ? 0 : Math.round(cpuNanos * counted / measured);
        return new SampleSums(counted, wire - historyWire, nanos);
    }

    /** Adds the result to the figures of its peer and class. */
    void count(long now) {
        window.add(figures(), now);
    }

    /** Frees the context. */
    @Override
    public void close() {
        if (context != null) {
            context.close();
            context = null;
        }
    }
}
