package io.narrows.bench.raft.jraft;

import com.alipay.sofa.jraft.ReplicatorGroup;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.error.InvokeTimeoutException;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.InvokeContext;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.util.Endpoint;
import com.google.protobuf.Message;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.nio.channels.ClosedChannelException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** One connection to each peer. Who has none is told at once, and it is made meanwhile: nothing waits for a connection. */
final class NettyRpcClient implements RpcClient {
    private static final long SWEEP_MILLIS = 20;

    private final Map<Endpoint, Connection> connections = new ConcurrentHashMap<>();
    private volatile MemberOptions options;
    private volatile ReplicatorGroup replicators;
    private volatile boolean closed;

    @Override
    public boolean init(RpcOptions given) {
        options = (MemberOptions) given;
        return true;
    }

    @Override
    public void shutdown() {
        closed = true;
        connections.values().forEach(Connection::close);
    }

    @Override
    public boolean checkConnection(Endpoint endpoint) {
        return checkConnection(endpoint, false);
    }

    @Override
    public boolean checkConnection(Endpoint endpoint, boolean createIfAbsent) {
        return connected(endpoint, createIfAbsent) != null;
    }

    /** Null when there is none yet. */
    private Channel connected(Endpoint endpoint, boolean create) {
        Connection connection = connections.computeIfAbsent(endpoint, Connection::new);
        Channel channel = connection.channel;
        if (channel != null && channel.isActive()) {
            return channel;
        }
        if (create && !closed) {
            connection.connect();
        }
        return null;
    }

    @Override
    public void closeConnection(Endpoint endpoint) {
        Connection connection = connections.get(endpoint);
        if (connection != null) {
            connection.close();
        }
    }

    @Override
    public void registerConnectEventListener(ReplicatorGroup group) {
        replicators = group;
    }

    @Override
    public Object invokeSync(Endpoint endpoint, Object request, InvokeContext context, long timeoutMs)
            throws InterruptedException, RemotingException {
        CompletableFuture<Object> response = new CompletableFuture<>();
        invokeAsync(
                endpoint,
                request,
                context,
                new InvokeCallback() {
                    @Override
                    public void complete(Object result, Throwable failure) {
                        if (failure == null) {
                            response.complete(result);
                        } else {
                            response.completeExceptionally(failure);
                        }
                    }

                    @Override
                    public Executor executor() {
                        return null;
                    }
                },
                timeoutMs);
        try {
            return response.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new InvokeTimeoutException(e);
        } catch (ExecutionException e) {
            throw new RemotingException(e.getCause());
        }
    }

    @Override
    public void invokeAsync(
            Endpoint endpoint, Object request, InvokeContext context, InvokeCallback callback, long timeoutMs)
            throws RemotingException {
        Channel channel = connected(endpoint, true);
        if (channel == null) {
            throw new RemotingException("no connection to " + endpoint);
        }
        // What comes often is answered on the event loop; a vote may begin a leadership, which waits.
        Executor executor = request instanceof AppendEntriesRequest ? null : callback.executor();
        Call call = new Call((Message) request, callback, executor, System.nanoTime() + timeoutMs * 1_000_000);
        Calls calls = channel.pipeline().get(Calls.class);
        if (calls == null) {
            throw new RemotingException("no connection to " + endpoint);
        }
        calls.outbox.send(call);
    }

    private static final class Call {
        private final Message request;
        private final InvokeCallback callback;
        private final Executor executor;
        private final long deadline;
        private final AtomicBoolean completed = new AtomicBoolean();

        Call(Message request, InvokeCallback callback, Executor executor, long deadline) {
            this.request = request;
            this.callback = callback;
            this.executor = executor;
            this.deadline = deadline;
        }

        void complete(Object result, Throwable failure) {
            if (!completed.compareAndSet(false, true)) {
                return;
            }
            if (executor == null) {
                callback.complete(result, failure);
            } else {
                executor.execute(() -> callback.complete(result, failure));
            }
        }
    }

    private final class Connection {
        private final Endpoint endpoint;
        private volatile Channel channel;
        private ChannelFuture connecting;

        Connection(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        synchronized void connect() {
            if (connecting != null || closed) {
                return;
            }
            connecting = new Bootstrap()
                    .group(options.loops())
                    .channel(NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, options.getRpcConnectTimeoutMs())
                    .handler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel made) {
                            made.pipeline().addLast(new Frame.Decoder(), new Frame.Encoder(), new Calls());
                        }
                    })
                    .connect(options.address(endpoint));
            connecting.addListener(done -> {
                synchronized (this) {
                    if (done.isSuccess()) {
                        channel = connecting.channel();
                    }
                    connecting = null;
                }
                ReplicatorGroup group = replicators;
                if (done.isSuccess() && group != null) {
                    Thread check = new Thread(() -> group.checkReplicator(new PeerId(endpoint, 0), true));
                    check.setDaemon(true);
                    check.start();
                }
            });
        }

        synchronized void close() {
            if (channel != null) {
                channel.close();
                channel = null;
            }
        }
    }

    /** Requests that wait for their responses; all on the event loop. */
    private static final class Calls extends ChannelDuplexHandler {
        private final Map<Integer, Call> waiting = new LinkedHashMap<>();
        private volatile Outbox outbox;
        private int lastId;
        private boolean sweeping;

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            outbox = new Outbox(context.channel(), (sent, failure) -> {
                if (sent instanceof Call call) {
                    call.complete(null, failure);
                }
            });
        }

        @Override
        public void write(ChannelHandlerContext context, Object sent, ChannelPromise promise) {
            Call call = (Call) sent;
            int id = ++lastId;
            waiting.put(id, call);
            context.write(new Frame(id, call.request), promise);
            if (!sweeping) {
                sweeping = true;
                context.executor().schedule(() -> sweep(context), SWEEP_MILLIS, TimeUnit.MILLISECONDS);
            }
        }

        private void sweep(ChannelHandlerContext context) {
            long now = System.nanoTime();
            java.util.List<Call> late = new java.util.ArrayList<>();
            for (Iterator<Call> calls = waiting.values().iterator(); calls.hasNext(); ) {
                Call call = calls.next();
                if (now - call.deadline > 0) {
                    calls.remove();
                    late.add(call);
                }
            }
            sweeping = !waiting.isEmpty();
            if (sweeping) {
                context.executor().schedule(() -> sweep(context), SWEEP_MILLIS, TimeUnit.MILLISECONDS);
            }
            late.forEach(call -> call.complete(null, new InvokeTimeoutException("no answer in time")));
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object read) {
            Frame frame = (Frame) read;
            Call call = waiting.remove(frame.id());
            if (call != null) {
                call.complete(frame.message(), null);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            java.util.List<Call> lost = new java.util.ArrayList<>(waiting.values());
            waiting.clear();
            lost.forEach(call -> call.complete(null, new ClosedChannelException()));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
