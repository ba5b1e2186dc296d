package io.narrows.proxy.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port of the loopback address that refuses connections: it is bound without listening, so nothing else can use it. */
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
