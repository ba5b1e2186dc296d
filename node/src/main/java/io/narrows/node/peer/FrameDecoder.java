package io.narrows.node.peer;

import com.google.protobuf.CodedInputStream;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Decodes frames. Its buffer grows with the received bytes, not with the length that a frame claims. */
final class FrameDecoder extends ByteToMessageDecoder {
    private boolean broken;

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws IOException {
        if (broken) {
            in.skipBytes(in.readableBytes());
            return;
        }
        broken = true;
        readFrames(in, out);
        broken = false;
    }

    private static void readFrames(ByteBuf in, List<Object> out) throws IOException {
        while (in.readableBytes() >= Frame.LENGTH_BYTES + Frame.ID_AND_TYPE_BYTES) {
            int length = in.getInt(in.readerIndex());
            int size = length - Frame.ID_AND_TYPE_BYTES;
            if (size < 0 || size > Frame.MAX_MESSAGE_BYTES) {
                throw new IOException("invalid frame length: " + Integer.toUnsignedString(length) + " (expected: "
                        + Frame.ID_AND_TYPE_BYTES + " to " + (Frame.ID_AND_TYPE_BYTES + Frame.MAX_MESSAGE_BYTES) + ")");
            }
            int number = in.getUnsignedByte(in.readerIndex() + Frame.LENGTH_BYTES + 4);
            MessageType type = MessageType.numbered(number);
            if (type == null) {
                throw new IOException("unknown message type: " + number);
            }
            if (in.readableBytes() - Frame.LENGTH_BYTES < length) {
                return;
            }
            int id = in.getInt(in.readerIndex() + Frame.LENGTH_BYTES);
            in.skipBytes(Frame.LENGTH_BYTES + Frame.ID_AND_TYPE_BYTES);
            ByteBuffer body = in.nioBuffer(in.readerIndex(), size);
            out.add(new Frame(id, type.prototype().getParserForType().parseFrom(CodedInputStream.newInstance(body))));
            in.skipBytes(size);
        }
    }
}
