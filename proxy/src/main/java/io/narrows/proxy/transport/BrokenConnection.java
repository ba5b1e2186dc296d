package io.narrows.proxy.transport;

import java.io.IOException;
import java.nio.channels.NotYetConnectedException;

/** Distinguishes failures of a connection from failures of this program. */
public final class BrokenConnection {
    private BrokenConnection() {}

    /**
     * Returns whether an exception of a channel means that its connection failed. With epoll that need not be an
     * {@link IOException}: a socket that is no longer connected reports ENOTCONN, which Netty throws as
     * {@link NotYetConnectedException}.
     */
    public static boolean isToldBy(Throwable cause) {
        return cause instanceof IOException || cause instanceof NotYetConnectedException;
    }
}
