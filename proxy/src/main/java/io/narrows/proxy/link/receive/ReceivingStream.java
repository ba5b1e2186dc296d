package io.narrows.proxy.link.receive;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_APP_BYTES;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDecoder;
import io.narrows.codec.dense.ContextState;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.context.CodingCost;
import io.narrows.proxy.link.context.ContextBudget;
import io.narrows.proxy.link.context.ContextWindows;
import io.narrows.proxy.link.context.ShortOfMemoryException;
import io.narrows.proxy.link.frame.ContentCheck;
import io.narrows.proxy.link.frame.ContentChecksum;
import io.narrows.proxy.link.frame.ContentDiffersException;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.proto.Check;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.receive.ReceivingContext.Decoded;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.shared.ReceivedHistory;
import io.narrows.proxy.link.terms.CodecOffers;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.LatencyHistogram;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The receiving direction of a link, which turns frames into app bytes. A frame that is slow to decode is decoded on a
 * worker, so that the other links of the event loop are not delayed; in the meantime, the link delivers nothing else.
 *
 * <p>Used on the link's event loop only. At most one frame is being decoded on a worker, which then has exclusive use
 * of its context.
 */
public final class ReceivingStream {
    /** Distinguishes the cause: if no codec was involved, the content was damaged in transit or announced wrongly. */
    private static final Set<Codec> RAW_ONLY = EnumSet.of(Codec.NONE);

    private final LinkEnvironment environment;
    private final LinkTerms terms;
    private final ReceivedHistory kept;
    private TrafficClass trafficClass;
    private final ByteBufAllocator allocator;
    private LatencyHistogram latency;
    private @Nullable TrafficCell lastCell;
    private boolean isCarried;
    private final ContentChecksum content = new ContentChecksum();
    private final Set<Codec> unverified = EnumSet.noneOf(Codec.class);
    private final Map<Codec, ReceivingContext> contexts = new EnumMap<>(Codec.class);
    private final Map<Codec, TrafficCell> cells = new EnumMap<>(Codec.class);
    private final Account account;
    private final ReceivingGrants grants;
    private final ConnectionStates states;
    private @Nullable ContextState origin;
    private boolean decoding;
    private boolean finished;
    private boolean closed;

    /** Receives the result of decoding on a worker. Called on the link's event loop, unless the stream was closed. */
    public interface DecodedFrameListener {
        /** @param app for the callee to release */
        void decoded(ByteBuf app);

        void failed(Throwable cause);
    }

    /**
     * @param kept receives the content of dense frames
     * @param states those from which contexts begin
     */
    public ReceivingStream(
            LinkEnvironment environment,
            LinkTerms terms,
            TrafficClass trafficClass,
            ByteBufAllocator allocator,
            ReceivedHistory kept,
            ConnectionStates states) {
        this.environment = environment;
        this.terms = terms;
        this.allocator = allocator;
        this.kept = kept;
        this.states = states;
        this.account = environment.memory().account(Purpose.RECEIVING, terms.peer());
        this.grants = new ReceivingGrants(account);
        reclassify(trafficClass);
    }

    /** Counts traffic from now on under a different class. */
    public void reclassify(TrafficClass now) {
        trafficClass = now;
        cells.clear();
        latency = environment.latency().histogram(terms.peer(), now, Direction.RECEIVED);
    }

    /** Sets whether content is carried from here on, so that its app bytes are known only later. */
    public void carried(boolean on) {
        isCarried = on;
        content.carries(on);
    }

    /** Counts app bytes that were made of carried content. */
    public void rebuilt(int appBytes) {
        if (lastCell != null) {
            lastCell.app(appBytes);
        }
    }

    /** Counts traffic from now on at the peer's place in the active configuration. */
    public void relocate() {
        cells.clear();
    }

    /**
     * Decodes a data frame; the caller releases the app bytes.
     *
     * @param check the frame's {@link ContentCheck} of the content up to its end
     * @throws ContentDiffersException if the content does not match
     */
    public ByteBuf decode(int head, ByteBuf payload, long check) throws CorruptFrameException {
        try {
            Codec codec = codec(head);
            requireOrigin(codec, FrameDescriptor.isNew(head));
            if (codec == Codec.NONE) {
                return counted(codec, raw(payload), check);
            }
            boolean fresh = FrameDescriptor.isNew(head);
            ReceivingContext context = context(codec, fresh, payload);
            return counted(context, context.decode(allocator, payload), check);
        } catch (MalformedDataException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
    }

    /** Returns whether decoding a data frame is likely to delay other links of an event loop. */
    public boolean isSlow(int head, ByteBuf payload) throws CorruptFrameException {
        Codec codec = codec(head);
        if (FrameDescriptor.isNew(head)) {
            return CodingCost.isFirstNoticeable(codec); // the peer decides how many of them arrive
        }
        ReceivingContext context = contexts.get(codec);
        return context != null && context.isSlow(payload.readableBytes());
    }

    /**
     * Decodes a data frame on a worker. Until {@code listener} is called, no other frame may be decoded here.
     *
     * @param payload is retained as long as it is needed
     * @param check the frame's {@link ContentCheck} of the content up to its end
     * @param loop the link's event loop
     */
    public void decodeOffLoop(int head, ByteBuf payload, long check, EventLoop loop, DecodedFrameListener listener)
            throws CorruptFrameException {
        boolean fresh = FrameDescriptor.isNew(head);
        requireOrigin(codec(head), fresh);
        ReceivingContext context;
        try {
            context = context(codec(head), fresh, payload);
        } catch (MalformedDataException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
        payload.retain();
        decoding = true;
        try {
            environment.workers().execute(() -> decodeHere(context, payload, check, loop, listener));
        } catch (RuntimeException | Error e) {
            decoding = false;
            payload.release();
            throw e;
        }
    }

    /** Decodes on a worker. An event loop that has ended rejects the result, and makes no other call to this stream. */
    private void decodeHere(
            ReceivingContext context, ByteBuf payload, long check, EventLoop loop, DecodedFrameListener listener) {
        Decoded decoded = null;
        Throwable failure = null;
        try {
            decoded = context.decode(allocator, payload);
        } catch (MalformedDataException | RuntimeException | Error e) {
            failure = e;
        } finally {
            payload.release();
        }
        Decoded made = decoded;
        Throwable cause = failure;
        try {
            loop.execute(() -> decodedOffLoop(context, made, cause, check, listener));
        } catch (RejectedExecutionException e) {
            discard(made);
        }
    }

    private void decodedOffLoop(
            ReceivingContext context,
            @Nullable Decoded made,
            @Nullable Throwable cause,
            long check,
            DecodedFrameListener listener) {
        decoding = false;
        if (closed) {
            discard(made);
        } else if (made == null) {
            listener.failed(
                    cause instanceof MalformedDataException
                            ? new CorruptFrameException(cause.getMessage(), cause)
                            : Objects.requireNonNull(cause));
        } else {
            deliver(context, made, check, listener);
        }
    }

    private void deliver(ReceivingContext context, Decoded made, long check, DecodedFrameListener listener) {
        ByteBuf app;
        try {
            app = counted(context, made, check);
        } catch (CorruptFrameException | RuntimeException | Error e) {
            listener.failed(e); // the caller would swallow it
            return;
        }
        listener.decoded(app);
    }

    private void discard(@Nullable Decoded made) {
        if (made != null) {
            made.app().release();
        }
        freeContexts();
    }

    private ByteBuf counted(ReceivingContext context, Decoded decoded, long check) throws CorruptFrameException {
        ByteBuf app = counted(context.codec(), decoded.app(), check);
        cell(context.codec()).cpu(decoded.cpuNanos());
        environment.prepare(context.preparation());
        return app;
    }

    /** Returns the decoded content; releases it if it is wrong or cannot be kept. */
    private ByteBuf counted(Codec codec, ByteBuf app, long check) throws CorruptFrameException {
        try {
            content.update(app);
            unverified.add(codec);
            verify(check);
            if (codec.sharesHistory()) {
                kept.received(app);
            }
            lastCell = cell(codec);
            lastCell.frame(isCarried ? 0 : app.readableBytes());
        } catch (CorruptFrameException | RuntimeException | Error e) {
            app.release();
            throw e;
        }
        return app;
    }

    /** Returns whether a frame is being decoded on a worker; later frames have to wait. */
    public boolean decoding() {
        return decoding;
    }

    /** Returns the cell for a frame's wire bytes. */
    public TrafficCell cell(int head) throws CorruptFrameException {
        return cell(codec(head));
    }

    private static Codec codec(int head) throws CorruptFrameException {
        try {
            return Codec.ofId(FrameDescriptor.codecId(head));
        } catch (MalformedDataException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
    }

    /** Compares all content so far with the byte count and checksum of CHECK or FIN. */
    public void verify(Check check) throws CorruptFrameException {
        if (!content.agrees(check)) {
            throw differing(content.difference(check));
        }
        unverified.clear();
    }

    /** Compares all content so far with a frame's {@link ContentCheck}. */
    public void verify(long check) throws CorruptFrameException {
        if (check == ContentCheck.NONE) {
            return;
        }
        if (!ContentCheck.agrees(check, content.value())) {
            throw differing(content.difference(check));
        }
        unverified.clear();
    }

    private CorruptFrameException differing(String words) {
        return RAW_ONLY.containsAll(unverified)
                ? new CorruptFrameException(words)
                : new ContentDiffersException(words, unverified);
    }

    /** Frees a context after the sender freed its own. */
    public void release(int codecId) throws CorruptFrameException {
        try (ReceivingContext freed = contexts.remove(Codec.ofId(codecId))) {
            if (freed == null && !terms.grantsContexts() && !finished) {
                throw new CorruptFrameException("release of a context that does not exist: codec id " + codecId);
            }
        } catch (MalformedDataException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
    }

    /** Adds bytes to the context of the frame that is decoded next. */
    public void learn(int head, byte[] bytes) throws CorruptFrameException {
        Codec codec = codec(head);
        ReceivingContext context = contexts.get(codec);
        if (!codec.sharesHistory() || context == null || !context.begun() || FrameDescriptor.isNew(head)) {
            throw new CorruptFrameException(codec.label()
                    + " frame with history references (expected: dense, in a context that has had a frame)");
        }
        try {
            context.learn(bytes);
        } catch (MalformedDataException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
    }

    public LatencyHistogram latency() {
        return latency;
    }

    /** Returns the allocated memory of the contexts, in bytes. More may be reserved for them. */
    public long memoryBytes() {
        long sum = 0;
        for (ReceivingContext context : contexts.values()) {
            sum += context.memoryBytes();
        }
        return sum;
    }

    /** Frees the contexts; one in use on a worker is freed when the worker is done. */
    public void close() {
        closed = true;
        if (!decoding) {
            freeContexts();
        }
    }

    private void freeContexts() {
        contexts.values().forEach(ReceivingContext::close);
        contexts.clear();
        grants.close();
    }

    /** Copies small payloads, since a slice would pin the large buffer that the socket was read to. */
    private ByteBuf raw(ByteBuf payload) throws MalformedDataException {
        int length = payload.readableBytes();
        if (length > MAX_APP_BYTES) {
            throw new MalformedDataException(
                    "invalid length of a raw frame: " + length + " (expected: 0-" + MAX_APP_BYTES + ")");
        }
        return length <= ReceivingContext.COPY_UP_TO
                ? allocator.directBuffer(length).writeBytes(payload)
                : payload.retain();
    }

    private ReceivingContext context(Codec codec, boolean fresh, ByteBuf payload)
            throws MalformedDataException, CorruptFrameException {
        ReceivingContext context = contexts.get(codec);
        if (terms.grantsContexts()) {
            grants.used(codec, environment.nanoClock().getAsLong());
        }
        if (!fresh) {
            if (context == null) {
                throw new MalformedDataException(codec.label() + " frame continues a context that does not exist");
            }
            return context;
        }
        if (!environment.codecs().has(codec)) {
            throw new MalformedDataException(codec.label() + " frame, but this process has no decoder for it");
        }
        ByteBuffer frame = payload.internalNioBuffer(payload.readerIndex(), payload.readableBytes());
        long needed = ContextSizes.decoder(codec, frame, CodecOffers.MAX_WINDOW_LOG);
        if (context != null && context.reservedBytes() == needed) {
            context.reset();
        } else {
            context = begin(codec, needed);
        }
        if (codec == Codec.DENSE) {
            if (origin != null) {
                context.beginFrom(origin);
                origin = null;
            }
            states.received();
        }
        return context;
    }

    /** Records that the context that the next frame begins does so from a state that this side offered. */
    public void beginFrom(int codecId, int number) throws CorruptFrameException {
        if (codecId != Codec.DENSE.id() || origin != null) {
            throw new CorruptFrameException(
                    "state for a context of codec id " + codecId + " (expected: one, for dense)");
        }
        origin = states.offered(number);
        if (origin == null) {
            throw new CorruptFrameException("state " + number + " of the hello, which this side does not hold");
        }
    }

    /** Checks that a frame after {@link #beginFrom} begins a context. */
    private void requireOrigin(Codec codec, boolean fresh) throws CorruptFrameException {
        if (origin != null && !(fresh && codec == Codec.DENSE)) {
            throw new CorruptFrameException(
                    "frame after the state of a context (expected: the first frame of the context)");
        }
    }

    /**
     * Keeps the state of a context, as the peer does.
     *
     * @param isAllowed whether this side's rule allows it; otherwise nothing is kept
     */
    public void keepContext(int codecId, boolean isAllowed) throws CorruptFrameException {
        if (codecId != Codec.DENSE.id()) {
            throw new CorruptFrameException("state of a context of codec id " + codecId + " (expected: of dense)");
        }
        if (states == ConnectionStates.NONE) {
            throw new CorruptFrameException("state of a context on a link whose hellos did not agree on any");
        }
        ReceivingContext context = contexts.get(Codec.DENSE);
        if (isAllowed && context != null && context.begun()) {
            states.keepReceived(trafficClass, context::state);
        }
    }

    /** Takes the memory before creating the decoder, so that a hostile frame costs only its bytes. */
    private ReceivingContext begin(Codec codec, long needed) throws ShortOfMemoryException {
        ReceivingContext before = contexts.remove(codec);
        if (before != null) {
            before.close();
        }
        if (terms.grantsContexts()) {
            return beginGranted(codec, needed);
        }
        Storage storage = ContextBudget.storage(codec);
        if (!account.take(storage, needed)) {
            throw new ShortOfMemoryException("no memory for a " + codec.label() + " context of " + needed
                    + " bytes: the peer has "
                    + account.usedBytes() + ", its share is " + account.shareBytes() + ", all peers have "
                    + account.pool().usedBytes() + " of " + account.pool().limitBytes());
        }
        ReceivingContext begun;
        try {
            StreamDecoder decoder = environment.codecs().streamDecoder(codec, CodecOffers.MAX_WINDOW_LOG);
            begun = new ReceivingContext(
                    codec, decoder, needed, () -> account.giveBack(storage, needed), environment.nanoClock());
        } catch (RuntimeException | Error e) {
            account.giveBack(storage, needed);
            throw e;
        }
        contexts.put(codec, begun);
        return begun;
    }

    /** Begins a context whose memory was taken when it was granted. */
    private ReceivingContext beginGranted(Codec codec, long needed) throws ShortOfMemoryException {
        if (needed > grants.bytes(codec)) {
            throw new ShortOfMemoryException(codec.label() + " context of " + needed + " bytes (expected: at most "
                    + grants.bytes(codec) + ", as granted)");
        }
        StreamDecoder decoder = environment.codecs().streamDecoder(codec, CodecOffers.MAX_WINDOW_LOG);
        ReceivingContext begun = new ReceivingContext(codec, decoder, needed, () -> {}, environment.nanoClock());
        contexts.put(codec, begun);
        return begun;
    }

    /** Handles a request of the peer for a context; returns the answer, or null if there is none. */
    public @Nullable ContextWindow wanted(ContextWindow want) throws CorruptFrameException {
        if (finished) {
            return null;
        }
        ContextWindow answer = grants.wanted(want, environment.nanoClock().getAsLong());
        Codec codec = ContextWindows.codec(want);
        ReceivingContext context = contexts.get(codec);
        if (context != null && context.reservedBytes() > grants.bytes(codec)) {
            contexts.remove(codec);
            context.close(); // the sender begins a smaller one
        }
        return answer;
    }

    /** Grants a context before the peer requests it; null for none. */
    public @Nullable ContextWindow grantAhead(CodecSpec spec) {
        return spec.codec() == Codec.NONE
                ? null
                : grants.ahead(spec, environment.nanoClock().getAsLong());
    }

    /** Returns the changes of the peer's grants to announce, as available memory changes. */
    public List<ContextWindow> lookAfter(long now) throws ShortOfMemoryException {
        return grants.lookAfter(now);
    }

    /** Records that the peer has read everything up to a lowered grant. */
    public void grantsRead(int lowering, long now) {
        grants.read(lowering, now);
    }

    /** Returns the largest window that the peer may use for a codec, as a base-two logarithm of bytes; 0 for none. */
    public int grantedWindowLog(Codec codec) {
        return grants.windowLog(codec);
    }

    /** Records that the peer sends nothing more. */
    public void finished() {
        finished = true;
        if (!decoding) {
            freeContexts();
        }
    }

    private TrafficCell cell(Codec codec) {
        TrafficCell cell = cells.get(codec);
        if (cell == null) {
            cell = environment
                    .traffic()
                    .cell(
                            terms.peer(),
                            terms.place(environment.live().current()),
                            trafficClass,
                            codec,
                            Direction.RECEIVED);
            cells.put(codec, cell);
        }
        return cell;
    }
}
