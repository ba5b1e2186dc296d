package io.narrows.proxy.link;

import static io.narrows.proxy.link.FrameDescriptor.MAX_HEADER_BYTES;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.StreamEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;

/** One codec's context at the sending end of a link, from its first frame to its release. Not thread-safe. */
final class SendingContext implements AutoCloseable {
    private final CodecSpec spec;
    private final StreamEncoder encoder;
    private boolean used;

    SendingContext(CodecSpec spec, StreamEncoder encoder) {
        this.spec = spec;
        this.encoder = encoder;
    }

    CodecSpec spec() {
        return spec;
    }

    Codec codec() {
        return spec.codec();
    }

    /** Whether the receiver has a context to match: it was told of one by a frame. */
    boolean known() {
        return used;
    }

    /** Whether a frame can be thrown away after it was encoded, because no later one refers to it. */
    boolean forgetful() {
        return !encoder.keepsHistory();
    }

    /** Encodes app bytes, which stay readable, behind room for a frame's header. */
    ByteBuf encode(ByteBufAllocator allocator, ByteBuf app) {
        int length = app.readableBytes();
        int room = encoder.maxFrameLength(length);
        ByteBuf framed = allocator.directBuffer(MAX_HEADER_BYTES + room);
        boolean done = false;
        try {
            ByteBuffer out = framed.internalNioBuffer(MAX_HEADER_BYTES, room);
            int start = out.position();
            encoder.encode(app.internalNioBuffer(app.readerIndex(), length), out);
            framed.writerIndex(MAX_HEADER_BYTES + out.position() - start);
            done = true;
            return framed;
        } finally {
            if (!done) {
                framed.release();
            }
        }
    }

    /** The head byte of the next data frame: the first one of a context says that it is new. */
    int nextHead() {
        int head = FrameDescriptor.data(codec(), !used);
        used = true;
        return head;
    }

    long memoryBytes() {
        return encoder.memoryBytes();
    }

    @Override
    public void close() {
        encoder.close();
    }
}
