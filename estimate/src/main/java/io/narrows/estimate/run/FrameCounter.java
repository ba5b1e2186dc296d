package io.narrows.estimate.run;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.frame.HeaderWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** The wire bytes of one direction's frames, with the headers that a link would write. */
final class FrameCounter {
    private static final int ROOM = FrameDescriptor.MAX_HEADER_BYTES + FrameDescriptor.SAMPLE_BYTES;

    private final boolean encrypted;
    private final HeaderWriter headers;
    private final ByteBuf header = Unpooled.buffer(ROOM, ROOM);

    FrameCounter(boolean encrypted) {
        this.encrypted = encrypted;
        this.headers = new HeaderWriter(FrameForm.of(encrypted, FrameForm.LATEST));
    }

    /** Returns the bytes of the next frame at the link's socket, which is one write: header, check, payload, TLS records. */
    int next(Codec codec, boolean fresh, int payload) {
        int start = headers.put(FrameDescriptor.data(codec, fresh), header, ROOM, header, 0, payload, 0);
        int frame = ROOM - start + payload;
        return encrypted ? (int) (frame + WireCosts.records(frame)) : frame;
    }
}
