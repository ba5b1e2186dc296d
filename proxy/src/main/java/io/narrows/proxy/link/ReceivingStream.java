package io.narrows.proxy.link;

import static io.narrows.proxy.link.FrameDescriptor.MAX_APP_BYTES;

import io.narrows.codec.Codec;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDecoder;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.proto.Check;
import io.narrows.proxy.meter.CpuClock;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.LatencyHistogram;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;

/** The receiving direction of a link: frames become app bytes again. Used on the link's event loop only. */
final class ReceivingStream {
    /** The largest window that a peer may ask for, as a base-two logarithm of bytes: 8 MiB. */
    static final int MAX_WINDOW_LOG = 23;

    /** Decoded bytes up to this many are copied out of the large buffer that they were decoded to. */
    private static final int COPY_UP_TO = 16 * 1024;

    private final LinkEnvironment environment;
    private final Session session;
    private TrafficClass trafficClass;
    private final ByteBufAllocator allocator;
    private LatencyHistogram latency;
    private final ContentChecksum content = new ContentChecksum();
    private final CpuClock cpu = new CpuClock();
    private final Map<Codec, StreamDecoder> contexts = new EnumMap<>(Codec.class);
    private final Map<Codec, TrafficCell> cells = new EnumMap<>(Codec.class);
    private long memoryBytes;

    ReceivingStream(
            LinkEnvironment environment, Session session, TrafficClass trafficClass, ByteBufAllocator allocator) {
        this.environment = environment;
        this.session = session;
        this.allocator = allocator;
        reclassify(trafficClass);
    }

    /** Counts what follows to another class. */
    void reclassify(TrafficClass now) {
        trafficClass = now;
        cells.clear();
        latency = environment.latency().histogram(session.peer(), now, Direction.RECEIVED);
    }

    /** The app bytes of a data frame, for the caller to release. */
    ByteBuf decode(int head, ByteBuf payload) throws CorruptFrameException {
        try {
            Codec codec = Codec.ofId(FrameDescriptor.codecId(head));
            ByteBuf app = codec == Codec.NONE ? raw(payload) : decoded(codec, FrameDescriptor.isNew(head), payload);
            content.update(app);
            cell(codec).frame(app.readableBytes());
            return app;
        } catch (MalformedDataException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
    }

    /** Where a frame's wire bytes are booked. */
    TrafficCell cell(int head) throws CorruptFrameException {
        try {
            return cell(Codec.ofId(FrameDescriptor.codecId(head)));
        } catch (MalformedDataException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
    }

    void verify(Check check) throws CorruptFrameException {
        content.verify(check);
    }

    /** The sender freed its context of a codec. */
    void release(int codecId) throws CorruptFrameException {
        try (StreamDecoder freed = contexts.remove(Codec.ofId(codecId))) {
            countMemory();
            if (freed == null) {
                throw new CorruptFrameException("release of a context that is not there: codec id " + codecId);
            }
        } catch (MalformedDataException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
    }

    LatencyHistogram latency() {
        return latency;
    }

    /** Memory that the contexts take, in bytes. */
    long memoryBytes() {
        return memoryBytes;
    }

    void close() {
        contexts.values().forEach(StreamDecoder::close);
        contexts.clear();
        countMemory();
    }

    /** A decoder learns the size of its window from its first frame; so this is counted after those. */
    private void countMemory() {
        long sum = 0;
        for (StreamDecoder context : contexts.values()) {
            sum += context.memoryBytes();
        }
        environment.contexts().count(sum - memoryBytes);
        memoryBytes = sum;
    }

    /** Small payloads are copied: a slice would pin the large buffer that the socket was read to. */
    private ByteBuf raw(ByteBuf payload) throws MalformedDataException {
        int length = payload.readableBytes();
        if (length > MAX_APP_BYTES) {
            throw new MalformedDataException(
                    "invalid length of a raw frame: " + length + " (expected: 0-" + MAX_APP_BYTES + ")");
        }
        return length <= COPY_UP_TO ? allocator.directBuffer(length).writeBytes(payload) : payload.retain();
    }

    private ByteBuf decoded(Codec codec, boolean fresh, ByteBuf payload) throws MalformedDataException {
        StreamDecoder context = context(codec, fresh);
        ByteBuf large = allocator.directBuffer(MAX_APP_BYTES);
        boolean done = false;
        try {
            ByteBuffer out = large.internalNioBuffer(0, MAX_APP_BYTES);
            int start = out.position();
            cpu.start();
            context.decode(payload.internalNioBuffer(payload.readerIndex(), payload.readableBytes()), out);
            cell(codec).cpu(cpu.stop());
            large.writerIndex(out.position() - start);
            if (fresh) {
                countMemory();
            }
            done = true;
        } finally {
            if (!done) {
                large.release();
            }
        }
        if (large.readableBytes() > COPY_UP_TO) {
            return large;
        }
        ByteBuf small = allocator.directBuffer(large.readableBytes()).writeBytes(large);
        large.release();
        return small;
    }

    private StreamDecoder context(Codec codec, boolean fresh) throws MalformedDataException {
        StreamDecoder context = contexts.get(codec);
        if (context == null) {
            if (!fresh) {
                throw new MalformedDataException(codec.label() + " frame continues a context that is not there");
            }
            if (!environment.codecs().has(codec)) {
                throw new MalformedDataException(codec.label() + " frame, but this process has no such decoder");
            }
            context = environment.codecs().streamDecoder(codec, MAX_WINDOW_LOG);
            contexts.put(codec, context);
        } else if (fresh) {
            context.reset();
        }
        return context;
    }

    private TrafficCell cell(Codec codec) {
        TrafficCell cell = cells.get(codec);
        if (cell == null) {
            cell = environment
                    .traffic()
                    .cell(session.peer(), session.location(), trafficClass, codec, Direction.RECEIVED);
            cells.put(codec, cell);
        }
        return cell;
    }
}
