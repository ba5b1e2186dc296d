package io.narrows.proxy.capture;

import io.netty.buffer.ByteBuf;

/** Observes the bytes of a connection without a link, which stay as they are. Called on the connection's event loop. */
interface ByteObserver {
    /** Observes bytes on their way to the destination. */
    void sent(ByteBuf bytes);

    /** Observes bytes from the destination. */
    void received(ByteBuf bytes);

    /** Observes the end of the connection; nothing follows. */
    default void ended() {}
}
