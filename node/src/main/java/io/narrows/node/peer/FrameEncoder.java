package io.narrows.node.peer;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Message;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToByteEncoder;
import java.io.IOException;

/** Encodes frames. */
final class FrameEncoder extends MessageToByteEncoder<Frame> {
    FrameEncoder() {
        super(Frame.class);
    }

    @Override
    protected ByteBuf allocateBuffer(ChannelHandlerContext context, Frame frame, boolean preferDirect) {
        return context.alloc()
                .ioBuffer(Frame.LENGTH_BYTES
                        + Frame.ID_AND_TYPE_BYTES
                        + frame.message().getSerializedSize());
    }

    @Override
    protected void encode(ChannelHandlerContext context, Frame frame, ByteBuf out) throws IOException {
        Message message = frame.message();
        int size = message.getSerializedSize();
        out.writeInt(Frame.ID_AND_TYPE_BYTES + size);
        out.writeInt(frame.id());
        out.writeByte(MessageType.of(message.getClass()).number());
        CodedOutputStream body = CodedOutputStream.newInstance(out.nioBuffer(out.writerIndex(), size));
        message.writeTo(body);
        body.flush();
        out.writerIndex(out.writerIndex() + size);
    }
}
