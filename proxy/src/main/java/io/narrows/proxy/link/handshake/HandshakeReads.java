package io.narrows.proxy.link.handshake;

import io.narrows.proxy.link.frame.GreetingEnvelope;
import io.narrows.proxy.transport.Transport;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * Chooses the read size of one connection between sidecars: small until the greeting is complete, then suited to bulk transfers.
 * Used on the connection's event loop.
 */
final class HandshakeReads extends DefaultMaxMessagesRecvByteBufAllocator {
    /** Read size that holds the longest greeting, in bytes. */
    static final int GREETING_BYTES = GreetingEnvelope.HEADER_BYTES + GreetingEnvelope.MAX_MESSAGE_BYTES;

    private volatile int size = GREETING_BYTES;

    /** @param readsPerPass maximum reads of the channel in one pass of its event loop */
    HandshakeReads(int readsPerPass) {
        super(readsPerPass);
    }

    /** Switches to large reads after the greeting. */
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
