package io.narrows.proxy.transport;

import io.narrows.config.TransportKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The event loops and their kind of sockets: epoll or io_uring if the kernel and the native library support them,
 * otherwise NIO.
 */
public final class Transport implements AutoCloseable {
    /** Maximum bytes of one read of a socket; also the maximum app bytes of one frame. */
    public static final int READ_SIZE = 64 * 1024;

    private static final int PAGE_SIZE = 8192;
    private static final int CHUNK_ORDER = 7; // 1 MiB chunks, so that an idle sidecar holds little

    private final TransportKind kind;
    private final LoopSockets sockets;
    private final MultiThreadIoEventLoopGroup group;
    private final PooledByteBufAllocator allocator;
    private final PooledByteBufAllocator reserve =
            new PooledByteBufAllocator(true, 0, 1, PAGE_SIZE, CHUNK_ORDER, 64, 32, true);
    private final ByteBuf reserved;
    private final NameResolvers names = new NameResolvers();
    private final WorkerThreads workers;
    private final AcceptFailures acceptFailures = new AcceptFailures();
    private final SocketPrivileges privileges;

    /**
     * @param wanted AUTO selects epoll if available, otherwise NIO; io_uring is used only on request
     * @param threads number of event loops; 0 for one per processor, at most four
     * @throws IllegalStateException if the requested kind is not available; the message says why
     */
    public Transport(TransportKind wanted, int threads) {
        this(wanted, threads, LoopSockets.PATIENCE);
    }

    /** @param patience time that {@link #close} leaves listening sockets, and then the others, to be closed */
    Transport(TransportKind wanted, int threads, Duration patience) {
        this.kind = available(wanted);
        this.sockets = new LoopSockets(patience);
        int loops = threads > 0 ? threads : Math.min(4, Runtime.getRuntime().availableProcessors());
        IoHandlerFactory handlers = switch (kind) {
            case EPOLL -> SteadyEpollHandler.newFactory();
            case IO_URING -> IoUringIoHandler.newFactory();
            case AUTO, NIO -> NioIoHandler.newFactory();
        };
        this.group = new MultiThreadIoEventLoopGroup(
                loops, new DefaultThreadFactory("narrows-loop", true), sockets.of(handlers));
        // Arenas of the heap serve the JDK's TLS, which fills an array of 17 KB for each record; without it they take
        // no memory.
        this.allocator = new PooledByteBufAllocator(true, loops, loops, PAGE_SIZE, CHUNK_ORDER, 64, 32, true);
        this.reserved =
                reserve.directBuffer(PAGE_SIZE); // keeps its chunk allocated, which has space for more than this page
        this.workers = new WorkerThreads(loops);
        this.privileges = SocketPrivileges.of(this);
    }

    private static TransportKind available(TransportKind wanted) {
        Throwable missing = switch (wanted) {
            case EPOLL -> Epoll.unavailabilityCause();
            case IO_URING -> IoUring.unavailabilityCause();
            case AUTO, NIO -> null;
        };
        if (missing != null) {
            throw new IllegalStateException(
                    "transport " + wanted.label() + " is not available on this machine: " + rootMessage(missing),
                    missing);
        }
        if (wanted != TransportKind.AUTO) {
            return wanted;
        }
        return Epoll.isAvailable() ? TransportKind.EPOLL : TransportKind.NIO;
    }

    private static String rootMessage(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage();
    }

    /** Returns the kind in use; never AUTO. */
    public TransportKind kind() {
        return kind;
    }

    public ByteBufAllocator allocator() {
        return allocator;
    }

    /** Returns an allocator with memory set aside, for work that must succeed when memory is exhausted. */
    public ByteBufAllocator reserve() {
        return reserve;
    }

    /** Returns the direct memory allocated for buffers, used or not, in bytes. */
    long bufferBytes() {
        return allocator.metric().usedDirectMemory() + reserve.metric().usedDirectMemory();
    }

    /** Returns all event loops, always in the same order. */
    public List<EventLoop> loops() {
        List<EventLoop> loops = new ArrayList<>();
        group.forEach(executor -> loops.add((EventLoop) executor));
        return List.copyOf(loops);
    }

    /** Returns the executor for work that would block an event loop, with as many threads as there are loops. */
    public Executor workers() {
        return workers;
    }

    ChannelFactory<? extends Channel> socketFactory() {
        return switch (kind) {
            case EPOLL -> EpollSocketChannel::new;
            case IO_URING -> IoUringSocketChannel::new;
            case AUTO, NIO -> NioSocketChannel::new;
        };
    }

    ChannelFactory<? extends ServerChannel> serverFactory() {
        return switch (kind) {
            case EPOLL -> () -> sockets.listener(new EpollServerSocketChannel());
            case IO_URING -> () -> sockets.listener(new IoUringServerSocketChannel());
            case AUTO, NIO -> () -> sockets.listener(new NioServerSocketChannel());
        };
    }

    MultiThreadIoEventLoopGroup group() {
        return group;
    }

    /** Returns what the kernel permits this process to do with its sockets. */
    public SocketPrivileges privileges() {
        return privileges;
    }

    /** Returns the handler that pauses listeners after failed accepts. */
    AcceptFailures acceptFailures() {
        return acceptFailures;
    }

    NameResolvers names() {
        return names;
    }

    /** Closes all sockets, completes the work that was accepted, and ends the threads. */
    @Override
    public void close() {
        try {
            names.close();
        } finally {
            try {
                sockets.close();
            } finally {
                closeThreads();
            }
        }
    }

    private void closeThreads() {
        try {
            workers.close();
            sockets.close(); // those that workers have opened last
        } finally {
            group.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
            reserved.release();
        }
    }
}
