package io.narrows.proxy.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port of the loopback address where connections are refused: it is bound and not listened on, so nobody else can take it. */
public final class RefusedPort implements AutoCloseable {
    private final Socket bound = new Socket();

    public RefusedPort() throws IOException {
        bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    public int number() {
        return bound.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        bound.close();
    }
}
