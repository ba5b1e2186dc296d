package io.narrows.proxy.link.context;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_HEADER_BYTES;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.StreamEncoder;
import io.narrows.codec.dense.ContextState;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.primed.Origin;
import io.narrows.proxy.link.shared.HistoryReference;
import io.narrows.proxy.link.shared.HistoryReferences;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** One codec's context at the sending end of a link, from its first frame to its release. Not thread-safe. */
public final class SendingContext implements AutoCloseable {
    /** A frame that fills at most 1/{@value} of its buffer is copied to a smaller one. */
    private static final int FITTING_PART = 2;

    /** Amount of history that a new context regains within a few frames, in bytes. */
    private static final int LITTLE_CONTENT = 16 * 1024;

    /** The {@link #origin} of a context that begins empty. */
    public static final int NO_ORIGIN = -1;

    private final CodecSpec wanted;
    private final int windowLog;
    private final StreamEncoder encoder;
    private final long reservedBytes;
    private final Runnable freed;
    private final CodingCost cost;
    private final CodingCost lowerCost;
    private boolean used;
    private boolean tried;
    private boolean triedLower;
    private long usedAt;
    private long content;
    private long triedToGrowAt;

    /** The number of the offer that the context begins from; {@link #NO_ORIGIN} for none. */
    private int origin = NO_ORIGIN;

    private boolean keepable = true;

    /**
     * @param wanted the specification requested by the policy; the encoder's window may be smaller
     * @param windowLog the encoder's window, as a base-two logarithm of bytes
     * @param reservedBytes maximum memory of the encoder
     * @param freed releases that memory
     */
    SendingContext(CodecSpec wanted, int windowLog, StreamEncoder encoder, long reservedBytes, Runnable freed) {
        this.wanted = wanted;
        this.windowLog = windowLog;
        this.encoder = encoder;
        this.reservedBytes = reservedBytes;
        this.freed = freed;
        this.cost = CodingCost.ofEncoding(wanted);
        this.lowerCost = CodingCost.ofEncoding(wanted.lowerLevel().orElse(wanted));
    }

    /** Returns whether this context has the specification that a policy requests. */
    boolean serves(CodecSpec spec) {
        return wanted.equals(spec);
    }

    /** Returns the encoder's window, which may be smaller than the wanted one. */
    int windowLog() {
        return windowLog;
    }

    CodecSpec wanted() {
        return wanted;
    }

    /** Returns whether the context takes more memory than one with a window of at most that size. */
    boolean needsMoreThan(int log) {
        return reservedBytes > ContextSizes.encoder(wanted.withWindowLog(Math.min(log, wanted.windowLog())));
    }

    /** Returns whether a window of up to that size would be larger; some codecs use the same one for several sizes. */
    boolean wouldGain(int log) {
        return reservedBytes < ContextSizes.encoder(wanted.withWindowLog(Math.min(log, wanted.windowLog())));
    }

    /** Returns whether a restart costs little, because the window is nearly empty or full. */
    boolean hasLittleToLose() {
        return content < LITTLE_CONTENT && origin == NO_ORIGIN || content >= 1L << windowLog;
    }

    /** Returns the nano-clock time of the last attempt to enlarge the window. */
    long triedToGrowAt() {
        return triedToGrowAt;
    }

    void triedToGrow(long now) {
        triedToGrowAt = now;
    }

    public Codec codec() {
        return wanted.codec();
    }

    /** Returns whether a frame can be discarded after encoding, because no later one refers to it. */
    public boolean forgetful() {
        return !encoder.keepsHistory();
    }

    /** Returns whether a frame was sent, so that the receiver has a context too. */
    public boolean begun() {
        return used;
    }

    /** Begins the context from a state instead of empty, unless that is the state of a context with other parameters. */
    public void beginFrom(Origin from) {
        if (encoder.beginFrom(from.state())) {
            origin = from.number();
        }
    }

    /** Returns the number of the offer from whose state the context begins; {@value #NO_ORIGIN} if it begins empty. */
    public int origin() {
        return origin;
    }

    /** Returns the bytes of content so far, without those learned. */
    public long content() {
        return content;
    }

    /** Returns whether the state of the context may be kept: not after {@link #keepNothing}. */
    public boolean keepable() {
        return keepable;
    }

    /** Excludes the state from being kept, again or at all. */
    public void keepNothing() {
        keepable = false;
    }

    /** Returns the state after the last frame. */
    public ContextState state() {
        return encoder.state();
    }

    /** Adds bytes to the window; the next frame makes the receiver do the same. */
    public void learn(byte[] bytes) {
        encoder.learn(ByteBuffer.wrap(bytes));
    }

    /** Encodes app bytes, which stay readable, after room for a frame's header. */
    public ByteBuf encode(ByteBufAllocator allocator, ByteBuf app) {
        return encode(allocator, app, List.of(), false);
    }

    /**
     * Encodes app bytes, which stay readable, after room for a frame's header.
     *
     * @param references the history references learned before these bytes, named in the frame for the receiver
     * @param atLowerLevel whether the frame is of the {@linkplain CodecSpec#lowerLevel lower level}
     */
    public ByteBuf encode(
            ByteBufAllocator allocator, ByteBuf app, List<HistoryReference> references, boolean atLowerLevel) {
        int length = app.readableBytes();
        int room = encoder.maxFrameLength(length);
        ByteBuf framed = allocator.directBuffer(MAX_HEADER_BYTES + HistoryReferences.MAX_BYTES + room);
        try {
            framed.writerIndex(MAX_HEADER_BYTES);
            HistoryReferences.write(references, framed);
            ByteBuffer out = framed.internalNioBuffer(framed.writerIndex(), room);
            int start = out.position();
            ByteBuffer in = app.internalNioBuffer(app.readerIndex(), length);
            if (atLowerLevel) {
                encoder.encodeAtLevel0(in, out);
            } else {
                encoder.encode(in, out);
            }
            content += length;
            tried |= !atLowerLevel;
            triedLower |= atLowerLevel;
            framed.writerIndex(framed.writerIndex() + out.position() - start);
            return fitted(allocator, framed);
        } catch (RuntimeException | Error e) {
            framed.release();
            throw e;
        }
    }

    /**
     * Encodes app bytes as the next frame, discards it, and returns its length.
     *
     * @param room returns a buffer with at least the given room for the frame, which may be reused
     */
    public int measure(ByteBuf app, int at, int length, IntFunction<ByteBuffer> room) {
        ByteBuffer frame = room.apply(encoder.maxFrameLength(length));
        int start = frame.position();
        encoder.encode(app.internalNioBuffer(at, length), frame);
        return frame.position() - start;
    }

    /**
     * Copies a frame that is much smaller than its buffer. Waiting frames are counted by their bytes, so a full queue
     * of frames that shrank a thousandfold would otherwise pin all direct memory.
     */
    private static ByteBuf fitted(ByteBufAllocator allocator, ByteBuf framed) {
        int length = framed.writerIndex();
        if (length > framed.capacity() / FITTING_PART) {
            return framed;
        }
        ByteBuf small = allocator.directBuffer(length).writeBytes(framed, 0, length);
        framed.release();
        return small;
    }

    /** Returns a task for another thread that makes later frames faster; null if there is none. */
    public @Nullable Runnable preparation() {
        return encoder.preparation();
    }

    /** Returns whether encoding that many bytes is likely to delay other links of an event loop. */
    public boolean isSlow(long bytes, boolean atLowerLevel) {
        CodingCost expected = cost(atLowerLevel);
        return tried(atLowerLevel)
                ? expected.exceedsEventLoopBudget(bytes)
                : expected.exceedsEventLoopBudgetAtFirst(bytes);
    }

    /** Returns whether a frame was encoded, of either level. */
    public boolean tried() {
        return tried || triedLower;
    }

    /** Returns whether a frame of the wanted level, or of the lower one, was encoded, so that later ones can be measured. */
    public boolean tried(boolean atLowerLevel) {
        return atLowerLevel ? triedLower : tried;
    }

    /** Returns the cost of its frames of the wanted level, or of the {@linkplain CodecSpec#lowerLevel lower} one. */
    public CodingCost cost(boolean ofLowerLevel) {
        return ofLowerLevel ? lowerCost : cost;
    }

    /** Records when a frame was sent, on the nano clock. */
    public void used(long now) {
        usedAt = now;
    }

    long usedAt() {
        return usedAt;
    }

    /** Returns the head byte of the next data frame; that of a context's first frame marks it as new. */
    public int nextHead(boolean taught) {
        int head = taught ? FrameDescriptor.taught(codec()) : FrameDescriptor.data(codec(), !used);
        used = true;
        return head;
    }

    /** Returns the allocated memory of the encoder, in bytes. While a worker encodes, it may be out of date. */
    public long memoryBytes() {
        return encoder.memoryBytes();
    }

    @Override
    public void close() {
        encoder.close();
        freed.run();
    }
}
