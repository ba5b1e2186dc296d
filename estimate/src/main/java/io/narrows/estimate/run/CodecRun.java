package io.narrows.estimate.run;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.StreamEncoder;
import io.narrows.proxy.link.frame.FrameDescriptor;
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
     * Compresses a read, in as many frames as a link would send, and counts it.
     *
     * @param isRaw whether a link would send it as it is under any codec
     */
    void read(byte[] bytes, int length, boolean isRaw, CodecFigures figures) {
        int most = spec.codec() == Codec.DENSE ? FrameDescriptor.SLOW_FRAME_BYTES : FrameDescriptor.MAX_APP_BYTES;
        for (int at = 0; at < length; at += most) {
            int part = Math.min(most, length - at);
            if (isRaw || spec.codec() == Codec.NONE || shortFrames.takeRaw(part)) {
                count(Codec.NONE, false, part, part, figures);
            } else {
                compress(bytes, at, part, figures);
            }
        }
    }

    /** Counts a frame whose codec has history as it is encoded, since later frames refer to it; others at most as they are. */
    private void compress(byte[] bytes, int at, int length, CodecFigures figures) {
        StreamEncoder encoder = tools.contexts().find(this);
        if (encoder == null) {
            encoder = tools.contexts().open(this, spec);
            figures.contextOpened();
            begun = false;
        }
        int payload = encode(encoder, ByteBuffer.wrap(bytes, at, length), figures);
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
    }
}
