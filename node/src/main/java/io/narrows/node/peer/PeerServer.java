package io.narrows.node.peer;

import com.alipay.sofa.jraft.rpc.RpcProcessor;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.rpc.impl.ConnectionClosedEventListener;
import com.google.protobuf.Message;
import io.narrows.node.socket.SocketKind;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Accepts the connections of peers and answers their requests. Thread-safe. */
public final class PeerServer implements RpcServer {
    private static final WriteBufferWaterMark WRITE_BUFFER = new WriteBufferWaterMark(1 << 20, 4 << 20);

    private final PeerIdentity self;
    private final InetSocketAddress bind;
    private final EventLoopGroup loops;
    private final Consumer<String> greeted;
    private final RefusalLog log = new RefusalLog();
    private final RequestHandlers handlers = new RequestHandlers();
    private final ChannelGroup channels;
    private volatile @Nullable Channel server;

    /**
     * Creates a server that does not listen yet.
     *
     * @param bind listen address; port 0 picks a free one
     * @param loops event loops of the connections; the caller shuts them down, after this server
     * @param greeted receives the address of each peer that connects, on an event loop, which it must not block
     */
    public PeerServer(PeerIdentity self, InetSocketAddress bind, EventLoopGroup loops, Consumer<String> greeted) {
        this.self = self;
        this.bind = bind;
        this.loops = loops;
        this.greeted = greeted;
        channels = new DefaultChannelGroup(loops.next(), true);
    }

    /**
     * Registers the handler of a request type. It runs on an event loop, which it must not block. If its future fails,
     * the sender's fails with a {@link LostException}.
     *
     * @param type a type listed in {@link MessageType}
     */
    public <M extends Message> void handle(Class<M> type, Function<M, CompletableFuture<? extends Message>> handler) {
        handlers.add(type, handler);
    }

    @Override
    public void registerProcessor(RpcProcessor<?> processor) {
        handlers.add(processor);
    }

    @Override
    public void registerConnectionClosedEventListener(ConnectionClosedEventListener listener) {
        handlers.addListener(listener);
    }

    /**
     * Starts listening.
     *
     * @throws UncheckedIOException if it cannot listen
     */
    @Override
    public boolean init(Void ignored) {
        try {
            server = new ServerBootstrap()
                    .group(loops)
                    .channel(SocketKind.best().server())
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childOption(ChannelOption.SO_KEEPALIVE, true)
                    .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_BUFFER)
                    .childHandler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            channels.add(channel);
                            channel.pipeline()
                                    .addLast(
                                            new AcceptHandshake(self, log, greeted),
                                            new FrameEncoder(),
                                            new AcceptedConnection(handlers));
                        }
                    })
                    .bind(bind)
                    .sync()
                    .channel();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (Exception e) {
            throw new UncheckedIOException(
                    new IOException("cannot listen for peers on " + bind + ": " + e.getMessage(), e));
        }
    }

    /** Closes all connections and waits until they are closed. */
    @Override
    public void shutdown() {
        Channel listening = server;
        if (listening != null) {
            listening.close().awaitUninterruptibly();
        }
        channels.close().awaitUninterruptibly();
    }

    /** Returns the last refusal of a peer that dialed this member; empty if there was none. */
    public Optional<RefusedException> lastRefusal() {
        return Optional.ofNullable(log.last());
    }

    @Override
    public int boundPort() {
        return ((InetSocketAddress) Objects.requireNonNull(server).localAddress()).getPort();
    }

    @Override
    public boolean isStarted() {
        return server != null;
    }
}
