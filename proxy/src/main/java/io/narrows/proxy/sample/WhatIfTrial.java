package io.narrows.proxy.sample;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.context.SendingContext;
import io.netty.buffer.ByteBuf;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The compression of one turn's copies with one candidate, in frames as a link would send them. If there is no memory for its
 * context, it has no figures. Used on the worker's thread.
 */
final class WhatIfTrial implements AutoCloseable {
    /** The maximum app bytes in a frame of a codec that may be too slow for its link. */
    private static final int SLOW_FRAME_BYTES = 16 << 10;

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
    private long cpuNanos;

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
            long before = shared.worker().threadCpuNanos();
            reads.forEach(this::measure);
            cpuNanos += isRaw() ? 0 : shared.worker().threadCpuNanos() - before;
        }
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

    private void measure(ByteBuf bytes, int at, int length) {
        int end = at + length;
        int from = at;
        while (from < end) {
            int part = Math.min(longest, end - from);
            app += part;
            wire += wireBytes.applyAsInt(payload(bytes, from, part));
            from += part;
        }
    }

    private int payload(ByteBuf bytes, int at, int length) {
        SendingContext encoder = context;
        if (encoder == null) {
            return length;
        }
        int compressed = encoder.measure(bytes, at, length, shared.frame()::withRoom);
        return encoder.forgetful() ? Math.min(compressed, length) : compressed;
    }

    /** Adds the result to the figures. */
    void count(long now) {
        window.add(new WhatIfWindow.Sums(app, wire, cpuNanos), now);
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
