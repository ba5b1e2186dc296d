package io.narrows.proxy.link.registry;

import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import java.util.function.IntUnaryOperator;

/** Observes the app bytes that links send, before they are compressed. Must neither fail nor delay them. */
public interface LinkTap {
    /** Observes nothing. */
    LinkTap NONE = (peer, wireBytes) -> Connection.NONE;

    /**
     * Returns the observer of a connection's sending direction.
     *
     * @param wireBytes returns the bytes at the socket of a frame whose payload has the given length
     */
    Connection connection(PeerId peer, IntUnaryOperator wireBytes);

    /** Observes one connection, on its event loop. */
    interface Connection {
        /** Observes nothing. */
        Connection NONE = new Connection() {
            @Override
            public void sent(TrafficClass trafficClass, ByteBuf app, long readAt) {}

            @Override
            public void ended() {}
        };

        /**
         * Observes the readable bytes of a read, which stay readable.
         *
         * @param readAt on the nano clock
         */
        void sent(TrafficClass trafficClass, ByteBuf app, long readAt);

        /** Observes the end of the connection; may be called twice. */
        void ended();
    }
}
