package io.narrows.proxy.classify;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;

/** Bytes that a stream may begin with. */
final class Prefix {
    private final ByteBuf bytes;

    Prefix(byte[] bytes) {
        this.bytes = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(bytes));
    }

    static Prefix ascii(String text) {
        return new Prefix(text.getBytes(CharsetUtil.US_ASCII));
    }

    /** The finding when the stream begins so; undecided while it is shorter and equal so far. */
    Finding look(ByteBuf start, Finding found) {
        int length = Math.min(start.readableBytes(), bytes.readableBytes());
        if (!ByteBufUtil.equals(start, 0, bytes, 0, length)) {
            return Finding.NOTHING;
        }
        return length == bytes.readableBytes() ? found : Finding.UNDECIDED;
    }
}
