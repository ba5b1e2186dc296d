package io.narrows.proxy.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.MessageSizeEstimator;

/** Estimates a queued buffer's size by the memory that it pins, its capacity, instead of its readable bytes. */
final class PinnedSize implements MessageSizeEstimator, MessageSizeEstimator.Handle {
    static final PinnedSize INSTANCE = new PinnedSize();

    private PinnedSize() {}

    @Override
    public Handle newHandle() {
        return this;
    }

    @Override
    public int size(Object message) {
        return message instanceof ByteBuf buffer ? buffer.capacity() : 0;
    }
}
