package io.narrows.bench.load;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Both ends of a connection over loopback. */
record SocketPair(SocketChannel client, SocketChannel server) implements Closeable {
    static SocketPair open() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return new SocketPair(SocketChannel.open(listener.getLocalAddress()), listener.accept());
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
        server.close();
    }
}
