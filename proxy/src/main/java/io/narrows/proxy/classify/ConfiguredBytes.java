package io.narrows.proxy.classify;

import io.narrows.config.ClassPattern;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/** Recognizes a pattern of the configuration. */
final class ConfiguredBytes implements Recogniser {
    private final ByteBuf wanted;
    private final int within;
    private final Finding found;

    ConfiguredBytes(ClassPattern pattern) {
        this.wanted = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(pattern.bytes()));
        this.within = pattern.within();
        this.found = Finding.of(pattern.trafficClass());
    }

    @Override
    public Finding look(ByteBuf start) {
        int length = Math.min(start.readableBytes(), within);
        if (ByteBufUtil.indexOf(wanted, start.slice(0, length)) >= 0) {
            return found;
        }
        boolean over = length == within || within == wanted.readableBytes() && !startsAlike(start, length);
        return over ? Finding.NOTHING : Finding.UNDECIDED;
    }

    private boolean startsAlike(ByteBuf start, int length) {
        return ByteBufUtil.equals(start, 0, wanted, 0, length);
    }
}
