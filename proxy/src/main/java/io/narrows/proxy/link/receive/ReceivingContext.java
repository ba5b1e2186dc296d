package io.narrows.proxy.link.receive;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_APP_BYTES;

import io.narrows.codec.Codec;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDecoder;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dense.ContextState;
import io.narrows.proxy.link.context.CodingCost;
import io.narrows.proxy.meter.CpuClock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One codec's context at the receiving end of a link, from its first frame to its release. Not thread-safe. */
final class ReceivingContext implements AutoCloseable {
    /** Maximum number of decoded bytes that are copied out of the large buffer they were decoded to. */
    static final int COPY_UP_TO = 32 * 1024;

    /**
     * A decoded frame.
     *
     * @param app for the receiver of this to release
     * @param cpuNanos processor time to count for it; 0 if the time of another frame represents it
     */
    record Decoded(ByteBuf app, long cpuNanos) {}

    private final Codec codec;
    private final StreamDecoder decoder;
    private final boolean hasDictionary;
    private final long reservedBytes;
    private final Runnable freed;
    private final LongSupplier nanoClock;
    private final CpuClock cpu = new CpuClock();
    private final Costs costs;

    /** Those of frames of level 0 of dense, which are decoded faster than others. */
    private final Costs costsOfLevel0;

    private long limit = Long.MAX_VALUE;
    private boolean begun;
    private boolean hasOtherLevels;
    private boolean keepable = true;

    private record Costs(CodingCost ofPayload, CodingCost ofContent) {
        static Costs of(Codec codec) {
            return new Costs(CodingCost.ofDecoding(codec), CodingCost.ofDecoded(codec));
        }

        void took(int payloadBytes, int contentBytes, long nanos) {
            ofPayload.took(payloadBytes, nanos);
            ofContent.took(contentBytes, nanos);
        }

        boolean areSlow(int payloadBytes) {
            return ofPayload.exceedsEventLoopBudget(payloadBytes) && ofContent.exceedsEventLoopBudget(MAX_APP_BYTES);
        }
    }

    /**
     * @param hasDictionary whether the decoder's contexts begin with a dictionary
     * @param reservedBytes maximum memory of the decoder
     * @param freed releases that memory
     * @param nanoClock clock in nanoseconds
     */
    ReceivingContext(
            Codec codec,
            StreamDecoder decoder,
            boolean hasDictionary,
            long reservedBytes,
            Runnable freed,
            LongSupplier nanoClock) {
        this.codec = codec;
        this.decoder = decoder;
        this.hasDictionary = hasDictionary;
        this.reservedBytes = reservedBytes;
        this.freed = freed;
        this.nanoClock = nanoClock;
        this.costs = Costs.of(codec);
        this.costsOfLevel0 = Costs.of(codec);
    }

    Codec codec() {
        return codec;
    }

    /**
     * Returns whether decoding a payload of that many bytes is likely to delay other links of an event loop. A fast
     * codec is never slow, even if a few bytes decode to many. The level of a frame of dense is unknown before it is decoded; it counts as
     * level 0 only if all frames of the context were of that level.
     */
    boolean isSlow(int payloadBytes) {
        return (begun && !hasOtherLevels ? costsOfLevel0 : costs).areSlow(payloadBytes);
    }

    /** Returns whether a frame with content was decoded, which is required before anything is learned. */
    boolean begun() {
        return begun;
    }

    /** Begins the context of the next frame from a state instead of empty. */
    void beginFrom(ContextState state) {
        decoder.beginFrom(state);
    }

    /** Returns whether the state of the context may be kept: it has content, and {@link #keepNothing} was not called. */
    boolean keepable() {
        return begun && keepable;
    }

    /** Excludes the state of the context from being kept. */
    void keepNothing() {
        keepable = false;
    }

    /** Returns the state after the last frame. */
    ContextState state() {
        return decoder.state();
    }

    /**
     * Limits the memory of the decoder from the next frame on.
     *
     * @return false, with nothing changed, if the decoder holds more
     */
    boolean limitMemory(long bytes) {
        if (bytes == limit) {
            return true;
        }
        try {
            decoder.limitMemory(bytes);
        } catch (IllegalArgumentException e) {
            return false;
        }
        limit = bytes;
        return true;
    }

    /** Adds bytes to the window; the peer's encoder learned them before its next frame. */
    void learn(byte[] bytes) throws MalformedDataException {
        decoder.learn(ByteBuffer.wrap(bytes));
    }

    /** Decodes a frame; the caller keeps its payload. */
    Decoded decode(ByteBufAllocator allocator, ByteBuf payload) throws MalformedDataException {
        int length = payload.readableBytes();
        ByteBuf large = allocator.directBuffer(MAX_APP_BYTES);
        boolean done = false;
        try {
            ByteBuffer out = large.internalNioBuffer(0, MAX_APP_BYTES);
            int start = out.position();
            long since = nanoClock.getAsLong();
            cpu.start();
            decoder.decode(payload.internalNioBuffer(payload.readerIndex(), length), out);
            long cpuNanos = cpu.stop();
            boolean isLevel0 = decoder.decodedLevel0();
            if (begun) {
                long nanos = nanoClock.getAsLong() - since;
                (isLevel0 ? costsOfLevel0 : costs).took(length, out.position() - start, nanos);
            }
            begun |= out.position() > start;
            hasOtherLevels |= begun && !isLevel0;
            large.writerIndex(out.position() - start);
            Decoded decoded = new Decoded(fitted(allocator, large), cpuNanos);
            done = true;
            return decoded;
        } finally {
            if (!done) {
                large.release();
            }
        }
    }

    private static ByteBuf fitted(ByteBufAllocator allocator, ByteBuf large) {
        if (large.readableBytes() > COPY_UP_TO) {
            return large;
        }
        ByteBuf small = allocator.directBuffer(large.readableBytes()).writeBytes(large);
        large.release();
        return small;
    }

    /** Returns a task for another thread that makes later frames faster; null if there is none. */
    @Nullable
    Runnable preparation() {
        return decoder.preparation();
    }

    /**
     * Returns whether the decoder, once {@linkplain #reset}, serves a context.
     *
     * @param needed maximum memory of the context
     * @param dictionary with which it begins; null for none
     */
    boolean resets(long needed, @Nullable StreamDictionary dictionary) {
        return reservedBytes == needed && dictionary == null && !hasDictionary;
    }

    void reset() {
        decoder.reset();
        begun = false;
        hasOtherLevels = false;
        keepable = true;
    }

    /** Returns the maximum memory of the decoder, in bytes. */
    long reservedBytes() {
        return reservedBytes;
    }

    /** Returns the allocated memory of the decoder, in bytes. While a worker decodes, it may be out of date. */
    long memoryBytes() {
        return decoder.memoryBytes();
    }

    /** Returns the part of {@link #memoryBytes} that is on the Java heap: all or nothing. */
    long heapBytes() {
        return codec.usesHeap() ? memoryBytes() : 0;
    }

    @Override
    public void close() {
        decoder.close();
        freed.run();
    }
}
