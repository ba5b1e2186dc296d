package io.narrows.bench.raft.jraft;

import com.alipay.sofa.jraft.rpc.Connection;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.ReadIndexRequest;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.rpc.impl.ConnectionClosedEventListener;
import com.google.protobuf.Message;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/** Requests that come often are handled on the event loop, as they do not block; others on the executor that JRaft says. */
final class NettyRpcServer implements RpcServer {
    private final InetSocketAddress bind;
    private final EventLoopGroup loops;
    private final Map<Class<?>, RpcProcessor<?>> processors = new ConcurrentHashMap<>();
    private final List<ConnectionClosedEventListener> closed = new CopyOnWriteArrayList<>();
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private volatile Channel server;

    NettyRpcServer(InetSocketAddress bind, EventLoopGroup loops) {
        this.bind = bind;
        this.loops = loops;
    }

    @Override
    public boolean init(Void ignored) {
        server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channels.add(channel);
                        channel.pipeline().addLast(new Frame.Decoder(), new Frame.Encoder(), new Handler());
                    }
                })
                .bind(bind)
                .syncUninterruptibly()
                .channel();
        return true;
    }

    @Override
    public void shutdown() {
        if (server != null) {
            server.close().syncUninterruptibly();
        }
        channels.close().awaitUninterruptibly();
    }

    @Override
    public void registerConnectionClosedEventListener(ConnectionClosedEventListener listener) {
        closed.add(listener);
    }

    @Override
    public void registerProcessor(RpcProcessor<?> processor) {
        try {
            processors.put(Class.forName(processor.interest()), processor);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Override
    public int boundPort() {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    @Override
    public boolean isStarted() {
        return server != null;
    }

    private final class Handler extends SimpleChannelInboundHandler<Frame> implements Connection {
        private final Map<String, Object> attributes = new ConcurrentHashMap<>();
        private Channel channel;
        private Outbox outbox;

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            channel = context.channel();
            outbox = new Outbox(channel, (sent, failure) -> {});
        }

        @Override
        @SuppressWarnings("unchecked")
        protected void channelRead0(ChannelHandlerContext context, Frame frame) {
            RpcProcessor<Message> processor =
                    (RpcProcessor<Message>) processors.get(frame.message().getClass());
            RpcContext answer = new Answer(this, frame.id());
            Executor executor = isQuick(frame.message()) ? null : processor.executor();
            if (executor == null) {
                processor.handleRequest(answer, frame.message());
            } else {
                executor.execute(() -> processor.handleRequest(answer, frame.message()));
            }
        }

        private boolean isQuick(Message message) {
            return message instanceof AppendEntriesRequest || message instanceof ReadIndexRequest;
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            closed.forEach(listener ->
                    listener.onClosed(String.valueOf(context.channel().remoteAddress()), this));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }

        @Override
        public Object getAttribute(String key) {
            return attributes.get(key);
        }

        @Override
        public void setAttribute(String key, Object value) {
            attributes.put(key, value);
        }

        @Override
        public Object setAttributeIfAbsent(String key, Object value) {
            return attributes.putIfAbsent(key, value);
        }

        @Override
        public void close() {
            channel.close();
        }
    }

    private record Answer(Handler connection, int id) implements RpcContext {
        @Override
        public void sendResponse(Object response) {
            connection.outbox.send(new Frame(id, (Message) response));
        }

        @Override
        public Connection getConnection() {
            return connection;
        }

        @Override
        public String getRemoteAddress() {
            return String.valueOf(connection.channel.remoteAddress());
        }
    }
}
