package io.narrows.bench.raft.jraft;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Message;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A message on the wire: length u32 of what follows, id u32, type u8, protobuf.
 *
 * @param id of the request, and of its response
 */
record Frame(int id, Message message) {
    private static final int HEADER = 9;
    private static final int MAX_BYTES = 64 << 20;

    /** Reads frames. */
    static final class Decoder extends ByteToMessageDecoder {
        @Override
        protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws IOException {
            while (in.readableBytes() >= HEADER) {
                int length = in.getInt(in.readerIndex());
                if (length < 5 || length > MAX_BYTES) {
                    throw new IOException("frame of " + length + " bytes");
                }
                if (in.readableBytes() < 4 + length) {
                    return;
                }
                in.skipBytes(4);
                int id = in.readInt();
                Message type = NettyRpcFactory.TYPES.instance(in.readUnsignedByte());
                ByteBuffer body = in.nioBuffer(in.readerIndex(), length - 5);
                out.add(new Frame(id, type.getParserForType().parseFrom(CodedInputStream.newInstance(body))));
                in.skipBytes(length - 5);
            }
        }
    }

    /** Writes frames. */
    static final class Encoder extends ChannelOutboundHandlerAdapter {
        @Override
        public void write(ChannelHandlerContext context, Object sent, ChannelPromise promise) throws IOException {
            if (sent instanceof Frame frame) {
                int size = frame.message.getSerializedSize();
                ByteBuf buffer = context.alloc().ioBuffer(HEADER + size);
                buffer.writeInt(5 + size).writeInt(frame.id).writeByte(NettyRpcFactory.TYPES.number(frame.message));
                CodedOutputStream out = CodedOutputStream.newInstance(buffer.nioBuffer(HEADER, size));
                frame.message.writeTo(out);
                out.flush();
                buffer.writerIndex(HEADER + size);
                context.write(buffer, promise);
            } else {
                context.write(sent, promise);
            }
        }
    }
}
