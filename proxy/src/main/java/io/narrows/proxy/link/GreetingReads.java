package io.narrows.proxy.link;

import io.narrows.proxy.transport.Transport;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * Sizes of the reads of one connection between sidecars: as much as a greeting takes until it is done, and what bulk transfers
 * need from then on. Used on the connection's event loop.
 */
final class GreetingReads extends DefaultMaxMessagesRecvByteBufAllocator {
    /** Takes the longest greeting in one read, in bytes. */
    static final int GREETING_BYTES = GreetingEnvelope.HEADER_BYTES + GreetingEnvelope.MAX_MESSAGE_BYTES;

    private volatile int size = GREETING_BYTES;

    /** @param readsPerPass reads of the channel in one pass of its event loop */
    GreetingReads(int readsPerPass) {
        super(readsPerPass);
    }

    /** The greeting is done. */
    void grow() {
        size = Transport.READ_SIZE;
    }

    @Override
    @SuppressWarnings("deprecation") // the interface names the deprecated type
    public Handle newHandle() {
        return new MaxMessageHandle() {
            @Override
            public int guess() {
                return size;
            }
        };
    }
}
