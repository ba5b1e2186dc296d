package io.narrows.middleware.meter;

import io.grpc.Decompressor;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.middleware.codec.CurrentSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Counts the messages of one stream. gRPC tells a stream's tracer of a message and then, on the same thread, asks the codec,
 * which knows nothing of the stream; a thread-local brings the two together. Used by one sending thread at a time, and one
 * receiving thread at a time, as a stream is.
 */
public final class StreamCount {
    /** What a message that was compressed came to. */
    public interface Gains {
        /** Both without the prefix. */
        void compressed(long app, long wire);

        /** A message of this size is on its way, compressed or not. */
        void size(long app);
    }

    private static final class Current {
        private StreamCount stream;
    }

    private static final ThreadLocal<Current> CURRENT = ThreadLocal.withInitial(Current::new);

    private final Gains gains;
    private volatile Cells sent;
    private volatile Cells received;
    private volatile CodecSpec spec = CodecSpec.of(Codec.NONE);
    private Codec sending = Codec.NONE;
    private long receivedWire;

    public StreamCount(Gains gains) {
        this.gains = gains;
    }

    /** Says what the stream is, once it is known, which is before its first message. */
    public void of(Cells toPeer, Cells fromPeer) {
        sent = toPeer;
        received = fromPeer;
    }

    /** Says with which level messages are compressed. */
    public void compressWith(CodecSpec wanted) {
        spec = wanted;
    }

    /** Of a tracer's {@code outboundMessage}. */
    public void outbound() {
        sending = Codec.NONE;
        if (spec.codec() != Codec.NONE) {
            CURRENT.get().stream = this;
            CurrentSpec.set(spec);
        }
    }

    /** Of a tracer's {@code outboundMessageSent}. */
    public void outboundSent(long wire, long app) {
        if (sending != Codec.NONE) {
            gains.compressed(app, wire);
        }
        if (spec.codec() != Codec.NONE) {
            CURRENT.get().stream = null;
            CurrentSpec.clear();
        }
        gains.size(app);
        Cells cells = sent;
        if (cells != null) {
            MessageCell cell = cells.of(sending);
            cell.message(wire);
            cell.app(app);
        }
    }

    /**
     * Of a tracer's {@code inboundMessageRead}.
     *
     * @param app -1 when the message is compressed
     */
    public void inbound(long wire, long app) {
        if (app < 0) {
            receivedWire = wire;
            CURRENT.get().stream = this;
            return;
        }
        Cells cells = received;
        if (cells != null) {
            MessageCell cell = cells.of(Codec.NONE);
            cell.message(wire);
            cell.app(app);
        }
    }

    /** The stream whose message this thread is about to compress or decompress; null when nobody counts it. */
    static StreamCount current() {
        return CURRENT.get().stream;
    }

    /** The codec was asked to compress the message. */
    OutputStream compressing(Codec codec, OutputStream compressed) {
        sending = spec.codec() == Codec.NONE ? codec : spec.codec();
        Cells cells = sent;
        int weight = cells == null ? 0 : cells.of(sending).weight();
        return weight == 0 ? compressed : new TimedOutputStream(compressed, cells.of(sending), weight);
    }

    /** The codec is asked to decompress the message, which ours do as a whole, before the first byte is read. */
    InputStream decompress(Codec codec, Decompressor decompressor, InputStream compressed) throws IOException {
        CURRENT.get().stream = null;
        Cells cells = received;
        if (cells == null) {
            return decompressor.decompress(compressed);
        }
        MessageCell cell = cells.of(codec);
        cell.message(receivedWire);
        int weight = cell.weight();
        if (weight == 0) {
            return new CountedInputStream(decompressor.decompress(compressed), cell);
        }
        long before = ThreadCpu.nanos();
        InputStream decompressed = decompressor.decompress(compressed);
        cell.cpu((ThreadCpu.nanos() - before) * weight);
        return new CountedInputStream(decompressed, cell);
    }
}
