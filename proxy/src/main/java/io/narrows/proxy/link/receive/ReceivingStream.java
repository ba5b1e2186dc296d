package io.narrows.proxy.link.receive;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_APP_BYTES;

import io.narrows.codec.Codec;
import io.narrows.codec.ContextLimitException;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.MalformedDataException;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.context.CodingCost;
import io.narrows.proxy.link.context.ShortOfMemoryException;
import io.narrows.proxy.link.dictionary.ConnectionDictionaries;
import io.narrows.proxy.link.frame.ContentCheck;
import io.narrows.proxy.link.frame.ContentDiffersException;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.proto.Check;
import io.narrows.proxy.link.receive.ReceivingContext.Decoded;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.shared.ReceivedHistory;
import io.narrows.proxy.link.terms.CodecOffers;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.Objects;
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
    private final LinkEnvironment environment;
    private final ReceivedHistory kept;
    private final ByteBufAllocator allocator;
    private final ReceivedTraffic traffic;
    private final ReceivedContent content = new ReceivedContent();
    private final ReceivingContexts contexts;
    private final ConnectionStates states;
    private final ReceivedBeginnings beginnings;
    private final KeepingRule keeping;
    private boolean decoding;
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
     * @param dictionaries those with which contexts begin
     */
    public ReceivingStream(
            LinkEnvironment environment,
            LinkTerms terms,
            TrafficClass trafficClass,
            ByteBufAllocator allocator,
            ReceivedHistory kept,
            ConnectionStates states,
            ConnectionDictionaries dictionaries) {
        this.environment = environment;
        this.allocator = allocator;
        this.kept = kept;
        this.states = states;
        this.beginnings = new ReceivedBeginnings(states, dictionaries);
        this.keeping = new KeepingRule(environment, terms, states);
        this.contexts = new ReceivingContexts(environment, terms);
        this.traffic = new ReceivedTraffic(environment, terms, trafficClass);
    }

    /**
     * Records that all content so far was classified. Nothing is kept of contexts with content for which this side's rule does not allow
     * it.
     */
    public void classified() {
        keeping.classified(traffic.trafficClass());
    }

    /** Sets whether content is carried from here on, so that its app bytes are known only later. */
    public void carried(boolean on) {
        traffic.carried(on);
        content.carries(on);
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
            beginnings.requireBeginning(codec, FrameDescriptor.isNew(head));
            if (codec == Codec.NONE) {
                return counted(codec, raw(payload), check);
            }
            boolean fresh = FrameDescriptor.isNew(head);
            ReceivingContext context = context(codec, fresh, payload);
            return counted(context, context.decode(allocator, payload), check);
        } catch (MalformedDataException e) {
            throw refused(e);
        }
    }

    private static CorruptFrameException refused(MalformedDataException cause) {
        return cause instanceof ContextLimitException
                ? new ShortOfMemoryException(cause.getMessage() + ", as granted")
                : new CorruptFrameException(cause.getMessage(), cause);
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
        beginnings.requireBeginning(codec(head), fresh);
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
                    cause instanceof MalformedDataException malformed
                            ? refused(malformed)
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
        contexts.close();
    }

    private ByteBuf counted(ReceivingContext context, Decoded decoded, long check) throws CorruptFrameException {
        ByteBuf app = counted(context.codec(), decoded.app(), check);
        traffic.cell(context.codec()).cpu(decoded.cpuNanos());
        environment.prepare(context.preparation());
        return app;
    }

    /** Returns the decoded content; releases it if it is wrong or cannot be kept. */
    private ByteBuf counted(Codec codec, ByteBuf app, long check) throws CorruptFrameException {
        try {
            content.add(codec, app);
            content.verify(check);
            if (codec.sharesHistory()) {
                kept.received(app);
            }
            traffic.frame(codec, app.readableBytes());
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
        return traffic.cell(codec(head));
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
        content.verify(check);
    }

    /** Compares all content so far with a frame's {@link ContentCheck}. */
    public void verify(long check) throws CorruptFrameException {
        content.verify(check);
    }

    /** Adds bytes to the context of the frame that is decoded next. */
    public void learn(int head, byte[] bytes) throws CorruptFrameException {
        Codec codec = codec(head);
        ReceivingContext context = contexts.get(codec);
        if (!codec.sharesHistory() || context == null || !context.begun() || FrameDescriptor.isNew(head)) {
            throw new CorruptFrameException(codec.label()
                    + " frame with history references (expected: dense, in a context that has had a frame)");
        }
        contexts.limit(context);
        try {
            context.learn(bytes);
        } catch (MalformedDataException e) {
            throw refused(e);
        }
    }

    /** Returns the counts of frames. */
    public ReceivedTraffic traffic() {
        return traffic;
    }

    /** Returns the contexts of the peer, and what it was granted. */
    public ReceivingContexts contexts() {
        return contexts;
    }

    /** Frees the contexts; one in use on a worker is freed when the worker is done. */
    public void close() {
        closed = true;
        if (!decoding) {
            contexts.close();
        }
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

    /** Returns the context of a frame. */
    private ReceivingContext context(Codec codec, boolean fresh, ByteBuf payload)
            throws MalformedDataException, CorruptFrameException {
        contexts.used(codec);
        ReceivingContext context = fresh ? beginContext(codec, payload) : contexts.get(codec);
        if (context == null) {
            throw new MalformedDataException(codec.label() + " frame continues a context that does not exist");
        }
        contexts.limit(context);
        if (codec == Codec.DENSE) {
            keeping.decodes(context);
        }
        return context;
    }

    /** Begins the context of a first frame, in place of the one before. */
    private ReceivingContext beginContext(Codec codec, ByteBuf payload)
            throws MalformedDataException, CorruptFrameException {
        if (!environment.codecs().has(codec)) {
            throw new MalformedDataException(codec.label() + " frame, but this process has no decoder for it");
        }
        ByteBuffer frame = payload.internalNioBuffer(payload.readerIndex(), payload.readableBytes());
        long needed = ContextSizes.decoder(codec, frame, CodecOffers.MAX_WINDOW_LOG);
        ReceivingContext context = contexts.begin(codec, needed, beginnings.dictionary(codec, frame));
        beginnings.begin(context);
        return context;
    }

    /** Returns the states and dictionaries with which the peer's contexts begin. */
    public ReceivedBeginnings beginnings() {
        return beginnings;
    }

    /** Keeps the state of a context, as the peer does, if this side's rule allows it now, as it did for all content of the context. */
    public void keepContext(int codecId) throws CorruptFrameException {
        if (codecId != Codec.DENSE.id()) {
            throw new CorruptFrameException("state of a context of codec id " + codecId + " (expected: of dense)");
        }
        if (states == ConnectionStates.NONE) {
            throw new CorruptFrameException("state of a context on a link whose hellos did not agree on any");
        }
        ReceivingContext context = contexts.get(Codec.DENSE);
        TrafficClass trafficClass = traffic.trafficClass();
        if (context != null && context.keepable() && keeping.allows(trafficClass)) {
            states.keepReceived(trafficClass, context::state);
        }
    }

    /**
     * Records that the peer sends nothing more.
     *
     * @throws CorruptFrameException if it has named the state of a context that it does not begin
     */
    public void finished() throws CorruptFrameException {
        beginnings.finished();
        contexts.finish();
        if (!decoding) {
            contexts.close();
        }
    }
}
