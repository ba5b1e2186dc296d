package io.narrows.proxy.classify;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;

/** The expected first bytes of a stream. */
final class Prefix {
    private final ByteBuf bytes;

    Prefix(byte[] bytes) {
        this.bytes = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(bytes));
    }

    static Prefix ascii(String text) {
        return new Prefix(text.getBytes(CharsetUtil.US_ASCII));
    }

    /** Returns the finding if the stream begins with the prefix; undecided while it is shorter and matches so far. */
    Finding look(ByteBuf start, Finding found) {
        int length = Math.min(start.readableBytes(), bytes.readableBytes());
        if (!ByteBufUtil.equals(start, 0, bytes, 0, length)) {
            return Finding.NOTHING;
        }
        return length == bytes.readableBytes() ? found : Finding.UNDECIDED;
    }
}
