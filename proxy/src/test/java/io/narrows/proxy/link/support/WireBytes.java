package io.narrows.proxy.link.support;

import io.narrows.proxy.link.frame.FrameChecksum;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.GreetingEnvelope;
import io.narrows.proxy.link.proto.Greeting;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;

/** Hand-made messages of a link, with correct lengths and checksums whatever their content. */
public final class WireBytes {
    private WireBytes() {}

    public static byte[] frame(int head, byte[] payload) {
        ByteBuf frame = Unpooled.buffer(FrameDescriptor.MAX_HEADER_BYTES + payload.length);
        FrameDescriptor.setLength(frame.writeZero(FrameDescriptor.lengthBytes(payload.length)), 0, payload.length);
        frame.writeByte(head);
        int checksum = new FrameChecksum()
                .update(frame, 0, frame.readableBytes())
                .update(Unpooled.wrappedBuffer(payload), 0, payload.length)
                .value();
        return ByteBufUtil.getBytes(frame.writeIntLE(checksum).writeBytes(payload));
    }

    /** Returns a frame whose checksum covers its content. */
    public static byte[] contentFrame(int head, byte[] payload, int content) {
        ByteBuf header = Unpooled.buffer(FrameDescriptor.MAX_HEADER_BYTES);
        FrameDescriptor.setLength(header.writeZero(FrameDescriptor.lengthBytes(payload.length)), 0, payload.length);
        header.writeByte(head);
        int ofHeader =
                new FrameChecksum().update(header, 0, header.readableBytes()).value();
        return ByteBufUtil.getBytes(Unpooled.buffer()
                .writeBytes(header)
                .writeIntLE(ofHeader ^ content)
                .writeBytes(payload));
    }

    /** Returns the envelope of a first message, whatever the message is. */
    public static byte[] greeting(byte[] message) {
        ByteBuf envelope = Unpooled.buffer(GreetingEnvelope.HEADER_BYTES + message.length);
        envelope.writeInt(GreetingEnvelope.MAGIC).writeShort(message.length);
        int checksum = new FrameChecksum()
                .update(envelope, 0, envelope.readableBytes())
                .update(Unpooled.wrappedBuffer(message), 0, message.length)
                .value();
        return ByteBufUtil.getBytes(envelope.writeIntLE(checksum).writeBytes(message));
    }

    public static byte[] greeting(Greeting greeting) {
        ByteBuf envelope = GreetingEnvelope.seal(UnpooledByteBufAllocator.DEFAULT, greeting);
        byte[] bytes = ByteBufUtil.getBytes(envelope);
        envelope.release();
        return bytes;
    }
}
