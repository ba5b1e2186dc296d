package io.narrows.estimate.run;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.StreamEncoder;
import io.narrows.proxy.link.frame.FrameDescriptor;
import java.nio.ByteBuffer;

/** One direction of a connection under one codec, with its own context. */
final class CodecRun {
    /** Shorter reads have their processor time measured once in {@link #SAMPLE}. */
    private static final int ALWAYS_MEASURED = 4096;

    private static final int SAMPLE = 8;

    private final CodecSpec spec;
    private final RunTools tools;
    private final FrameCounter frames;
    private final boolean ipv6;
    private int untilSample;

    CodecRun(CodecSpec spec, RunTools tools, boolean ipv6) {
        this.spec = spec;
        this.tools = tools;
        this.frames = new FrameCounter(tools.encrypted());
        this.ipv6 = ipv6;
    }

    /** Compresses a read, in as many frames as a link would send, and counts it. */
    void read(byte[] bytes, int length, int minSize, CodecFigures figures) {
        int most = spec.codec() == Codec.DENSE ? FrameDescriptor.SLOW_FRAME_BYTES : FrameDescriptor.MAX_APP_BYTES;
        for (int at = 0; at < length; at += most) {
            frame(bytes, at, Math.min(most, length - at), minSize, figures);
        }
    }

    private void frame(byte[] bytes, int at, int length, int minSize, CodecFigures figures) {
        if (spec.codec() == Codec.NONE || length < minSize) {
            count(Codec.NONE, false, length, length, figures);
            return;
        }
        StreamEncoder encoder = tools.contexts().find(this);
        boolean fresh = encoder == null;
        if (encoder == null) {
            encoder = tools.contexts().open(this, spec);
            figures.contextOpened();
        }
        int payload = Math.min(length, encode(encoder, ByteBuffer.wrap(bytes, at, length), figures));
        count(spec.codec(), fresh, length, payload, figures);
    }

    private int encode(StreamEncoder encoder, ByteBuffer app, CodecFigures figures) {
        int length = app.remaining();
        ByteBuffer frame = tools.frameWithRoom(encoder.maxFrameLength(length));
        int weight = length >= ALWAYS_MEASURED ? 1 : SAMPLE;
        boolean measured = weight == 1 || untilSample-- == 0;
        if (!measured) {
            encoder.encode(app, frame);
            return frame.position();
        }
        if (weight == SAMPLE) {
            untilSample = SAMPLE - 1;
        }
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
