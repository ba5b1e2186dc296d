package io.narrows.node.socket;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** The implementation of a member's sockets. Event loops and channels must be of the same kind. */
public enum SocketKind {
    /** Netty's native epoll, which a sidecar in the same process uses as well. */
    EPOLL(EpollServerSocketChannel.class, EpollSocketChannel.class),

    /** The JDK's selectors. */
    NIO(NioServerSocketChannel.class, NioSocketChannel.class);

    private static final SocketKind BEST = Epoll.isAvailable() ? EPOLL : NIO;

    private final Class<? extends ServerSocketChannel> server;
    private final Class<? extends SocketChannel> client;

    SocketKind(Class<? extends ServerSocketChannel> server, Class<? extends SocketChannel> client) {
        this.server = server;
        this.client = client;
    }

    /** Returns epoll where its library is available, which is the case on Linux, otherwise NIO. */
    public static SocketKind best() {
        return BEST;
    }

    /** Returns a factory for the handlers of event loops. */
    public IoHandlerFactory handlers() {
        return this == EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    }

    /** Returns the class of listening channels. */
    public Class<? extends ServerSocketChannel> server() {
        return server;
    }

    /** Returns the class of channels that connect. */
    public Class<? extends SocketChannel> client() {
        return client;
    }
}
