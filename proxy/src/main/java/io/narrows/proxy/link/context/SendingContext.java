package io.narrows.proxy.link.context;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_HEADER_BYTES;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.StreamDictionary;
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
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** One codec's context at the sending end of a link, from its first frame to its release. Not thread-safe. */
public final class SendingContext implements AutoCloseable {
    /** A frame that fills at most 1/{@value} of its buffer is copied to a smaller one. */
    private static final int FITTING_PART = 2;

    /** Amount of history that a new context regains within a few frames, in bytes. */
    private static final int LITTLE_CONTENT = 16 * 1024;

    private final CodecSpec wanted;
    private final int windowLog;
    private final StreamEncoder encoder;
    private final ContextBeginning beginning;
    private final SteppedMemory memory;
    private final CodingCost cost;
    private final CodingCost lowerCost;
    private boolean used;
    private boolean tried;
    private boolean triedLower;
    private long usedAt;
    private long content;
    private long triedToGrowAt;

    private boolean keepable = true;

    /**
     * @param wanted the specification requested by the policy; the encoder's window may be smaller
     * @param windowLog the encoder's window, as a base-two logarithm of bytes
     * @param loading of the process
     * @param memory of the encoder, which this context gives back
     */
    SendingContext(CodecSpec wanted, int windowLog, StreamEncoder encoder, LoadingCost loading, SteppedMemory memory) {
        this.wanted = wanted;
        this.windowLog = windowLog;
        this.encoder = encoder;
        this.beginning = new ContextBeginning(wanted.codec(), loading);
        this.memory = memory;
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

    // ---- memory

    /** Returns the memory that is reserved and granted. */
    SteppedMemory memory() {
        return memory;
    }

    /** Frees the encoder and returns what is reserved, for a context that begins in its place. */
    Reservation closeForAnother() {
        encoder.close();
        return memory.handOver();
    }

    /** Returns the memory that the decoder has now, in bytes; 0 unless that depends on the content. */
    long decoderBytes() {
        return encoder.decoderBytes();
    }

    /** Returns the memory of the decoder after a frame that adds no models, in bytes. */
    long decoderBytesAfter(int bytes) {
        return encoder.decoderBytesAfter(0, bytes);
    }

    /** Returns the bytes of content with which the window is full. */
    long mostContent() {
        return 1L << windowLog;
    }

    /**
     * Reserves the memory for a frame that adds no models, in steps.
     *
     * @param learnt bytes that are learned before the frame
     * @param permitted the memory that the encoder may take, in bytes
     * @param now on the nano clock
     * @return false, with nothing changed, if there is not enough at either end
     */
    boolean tryReserve(int learnt, int bytes, long permitted, long now) {
        return !memory.isInSteps()
                || memory.tryReserve(
                        encoder.decoderBytesAfter(learnt, bytes),
                        encoder.memoryBytesAfter(learnt, bytes),
                        permitted,
                        now);
    }

    /**
     * Reserves the memory that both ends have after a frame, whose models may have taken more than was reserved for it. Parameters and
     * result as in {@link #tryReserve}.
     */
    boolean tryReserveUsed(long permitted, long now) {
        return memory.tryReserve(decoderBytes(), encoder.memoryBytes(), permitted, now);
    }

    /** Returns whether the decoder has more memory than the peer has granted. */
    boolean exceedsGrant() {
        return memory.exceedsGrant(decoderBytes());
    }

    /**
     * Gives back memory of this end that is reserved, but not needed yet, if it is more than the permitted memory. Drops larger arrays that
     * are prepared.
     */
    void giveBackUnused(long permitted) {
        if (memory.isInSteps() && memory.reservedBytes() > permitted) {
            encoder.preparation(0);
            memory.giveBackUnused(decoderBytes(), encoder.memoryBytes(), permitted);
        }
    }

    /** Returns whether the context takes more memory than one with a window of at most that size. */
    boolean needsMoreThan(int log) {
        return memory.reservedBytes() > ContextSizes.encoder(wanted.withWindowLog(Math.min(log, wanted.windowLog())));
    }

    /** Returns whether a window of up to that size would be larger; some codecs use the same one for several sizes. */
    boolean wouldGain(int log) {
        return memory.reservedBytes() < ContextSizes.encoder(wanted.withWindowLog(Math.min(log, wanted.windowLog())));
    }

    /** Returns whether a restart costs little, because the window is nearly empty or full. */
    boolean hasLittleToLose() {
        return content < LITTLE_CONTENT && beginning.isEmpty() || content >= 1L << windowLog;
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

    /**
     * Begins the context from a state instead of empty, unless that is the state of a context with other parameters, or there is no
     * memory for it.
     *
     * @param tryReserve tries to reserve the memory for the first frame, called once the encoder knows the state
     */
    public void beginFrom(Origin from, BooleanSupplier tryReserve) {
        if (encoder.beginFrom(from.state())) {
            if (!tryReserve.getAsBoolean()) {
                encoder.reset();
                return;
            }
            beginning.beginFrom(from);
        }
    }

    /** Returns the beginning of the context. */
    public ContextBeginning beginning() {
        return beginning;
    }

    /** Returns the specification of the encoder, whose window may be smaller than that of the wanted one. */
    public CodecSpec spec() {
        return wanted.withWindowLog(windowLog);
    }

    /**
     * Begins the context with a dictionary instead of empty, unless there is no memory for it.
     *
     * @param tryReserve tries to reserve the memory for the first frame, called once the encoder knows the dictionary
     */
    public void beginWith(StreamDictionary dictionary, BooleanSupplier tryReserve) {
        encoder.beginWith(dictionary);
        if (!tryReserve.getAsBoolean()) {
            encoder.beginWith(null);
            return;
        }
        beginning.beginWith(dictionary, spec());
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
            if (!tried()) {
                beginning.firstFrameEncoded();
            }
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
        return encoder.preparation(memory.reservedBytes());
    }

    /** Returns whether encoding that many bytes is likely to delay other links of an event loop. */
    public boolean isSlow(long bytes, boolean atLowerLevel) {
        CodingCost expected = cost(atLowerLevel);
        if (tried(atLowerLevel)) {
            return expected.exceedsEventLoopBudget(bytes);
        }
        return tried()
                ? expected.exceedsEventLoopBudgetAtFirst(bytes, 0)
                : expected.exceedsEventLoopBudgetAtFirst(bytes + beginning.bytesToLoad(), beginning.loadingNanos());
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

    /** Returns the part of {@link #memoryBytes} that is on the Java heap: all or nothing. */
    long heapBytes() {
        return codec().usesHeap() ? memoryBytes() : 0;
    }

    @Override
    public void close() {
        encoder.close();
        memory.giveBack();
    }
}
