package io.narrows.estimate.run;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.StreamEncoder;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.send.Compressibility;
import io.narrows.proxy.link.send.ShortFrames;
import java.nio.ByteBuffer;

/** One direction of a connection under one codec, with its own context. */
final class CodecRun {
    /** Of shorter reads, only a sample has its processor time measured. */
    private static final int ALWAYS_MEASURED = 4096;

    private final CodecSpec spec;
    private final RunTools tools;
    private final FrameCounter frames;
    private final boolean ipv6;
    private final ShortFrames shortFrames = new ShortFrames();
    private final Compressibility stream = new Compressibility();
    /** Owns the context of a probe. */
    private final Object probe = new Object();

    private final ShortReadSample shortReads;
    private boolean begun;

    CodecRun(CodecSpec spec, RunTools tools, boolean ipv6) {
        this.spec = spec;
        this.tools = tools;
        this.shortReads = tools.shortReads(spec);
        this.frames = new FrameCounter(tools.encrypted());
        this.ipv6 = ipv6;
    }

    /**
     * Compresses bytes that a link would send together, in as many frames as it would send, and counts them.
     *
     * @param isRaw whether a link would send them as they are under any codec
     */
    void send(byte[] bytes, int length, long nanos, boolean isRaw, CodecFigures figures) {
        int most = spec.codec() == Codec.DENSE ? FrameDescriptor.SLOW_FRAME_BYTES : FrameDescriptor.MAX_APP_BYTES;
        for (int at = 0; at < length; at += most) {
            int part = Math.min(most, length - at);
            if (isRaw || spec.codec() == Codec.NONE) {
                count(Codec.NONE, false, part, part, figures);
            } else if (stream.isPoor()) {
                probe(bytes, at, part, nanos, figures);
                count(Codec.NONE, false, part, part, figures);
            } else if (shortFrames.takeRaw(part)) {
                count(Codec.NONE, false, part, part, figures);
            } else {
                compress(bytes, at, part, nanos, figures);
            }
        }
    }

    /** Compresses part of a frame of a stream that does not shrink, if a link would, to find out whether it does now. */
    private void probe(byte[] bytes, int at, int length, long nanos, CodecFigures figures) {
        StreamEncoder encoder = tools.contexts().find(probe);
        if (stream.passed(length, encoder != null, nanos)) {
            encoder = tools.contexts()
                    .open(probe, Compressibility.probeOf(spec.overloadCodec().orElse(spec)));
        }
        if (encoder == null) {
            return;
        }
        int part = stream.probeBytes(length);
        if (stream.probed(part, encode(encoder, ByteBuffer.wrap(bytes, at, part), figures))) {
            tools.contexts().close(probe);
        }
    }

    /** Counts a frame whose codec has history as it is encoded, since later frames refer to it; others at most as they are. */
    private void compress(byte[] bytes, int at, int length, long nanos, CodecFigures figures) {
        StreamEncoder encoder = tools.contexts().find(this);
        if (encoder == null) {
            encoder = tools.contexts().open(this, spec);
            figures.contextOpened();
            begun = false;
        }
        int payload = encode(encoder, ByteBuffer.wrap(bytes, at, length), figures);
        stream.compressed(length, payload, nanos);
        if (!encoder.keepsHistory() && payload >= length) {
            count(Codec.NONE, false, length, length, figures);
            return;
        }
        if (encoder.keepsHistory()) {
            if (!begun) {
                shortFrames.beginContext();
            }
            shortFrames.encoded(length, payload);
        }
        count(spec.codec(), !begun, length, payload, figures);
        begun = true;
    }

    private int encode(StreamEncoder encoder, ByteBuffer app, CodecFigures figures) {
        int length = app.remaining();
        ByteBuffer frame = tools.frameWithRoom(encoder.maxFrameLength(length));
        boolean isShort = length < ALWAYS_MEASURED;
        if (isShort && !shortReads.next()) {
            encoder.encode(app, frame);
            return frame.position();
        }
        int weight = isShort ? ShortReadSample.WEIGHT : 1;
        long start = tools.cpuNanos();
        encoder.encode(app, frame);
        figures.cpu((tools.cpuNanos() - start) * weight);
        return frame.position();
    }

    private void count(Codec codec, boolean fresh, int app, int payload, CodecFigures figures) {
        int wire = frames.next(codec, fresh, payload);
        figures.frame(app, wire, WireCosts.headers(wire, ipv6));
    }

    /** Ends the context: the next frame starts a new one. */
    void close() {
        tools.contexts().close(this);
        tools.contexts().close(probe);
    }
}
