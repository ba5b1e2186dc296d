package io.narrows.middleware.meter;

import io.grpc.Decompressor;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.middleware.codec.CurrentSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages of one stream. gRPC notifies a stream's tracer of a message and then, on the same thread, calls the
 * codec, which does not know the stream; a thread-local connects the two. Like the stream, used by one sending and one
 * receiving thread at a time.
 */
public final class StreamCount {
    /** Receives the sizes of messages before and after compression. */
    public interface Gains {
        /** Called for a compressed message; both sizes exclude the prefix. */
        void compressed(long app, long wire);

        /** Called for each sent message with its uncompressed size, whether or not it was compressed. */
        void size(long app);
    }

    private static final class Current {
        private @Nullable StreamCount stream;
    }

    private static final ThreadLocal<Current> CURRENT = ThreadLocal.withInitial(Current::new);

    private final Gains gains;
    private volatile @Nullable Cells sent;
    private volatile @Nullable Cells received;
    private volatile CodecSpec spec = CodecSpec.of(Codec.NONE);
    private Codec sending = Codec.NONE;
    private long receivedWire;

    public StreamCount(Gains gains) {
        this.gains = gains;
    }

    /** Sets the stream's counters, once they are known, but before its first message. */
    public void of(Cells toPeer, Cells fromPeer) {
        sent = toPeer;
        received = fromPeer;
    }

    /** Sets the codec and level of compressed messages. */
    public void compressWith(CodecSpec wanted) {
        spec = wanted;
    }

    /** Called from a tracer's {@code outboundMessage}. */
    public void outbound() {
        sending = Codec.NONE;
        if (spec.codec() != Codec.NONE) {
            CURRENT.get().stream = this;
            CurrentSpec.set(spec);
        }
    }

    /** Called from a tracer's {@code outboundMessageSent}. */
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
     * Called from a tracer's {@code inboundMessageRead}.
     *
     * @param app -1 if the message is compressed
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

    /** Returns the stream whose message this thread is about to compress or decompress; null if it is not counted. */
    static @Nullable StreamCount current() {
        return CURRENT.get().stream;
    }

    /** Called when the codec is asked to compress the message. */
    OutputStream compressing(Codec codec, OutputStream compressed) {
        sending = spec.codec() == Codec.NONE ? codec : spec.codec();
        Cells cells = sent;
        int weight = cells == null ? 0 : cells.of(sending).weight();
        return cells == null || weight == 0 ? compressed : new TimedOutputStream(compressed, cells.of(sending), weight);
    }

    /** Decompresses a message and counts it. Our codecs decompress it completely before the first byte is read. */
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
