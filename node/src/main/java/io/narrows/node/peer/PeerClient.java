package io.narrows.node.peer;

import com.alipay.sofa.jraft.ReplicatorGroup;
import com.alipay.sofa.jraft.error.InvokeTimeoutException;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.InvokeContext;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.util.Endpoint;
import com.google.protobuf.Message;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends JRaft's requests to peers. Since JRaft calls it while holding its node's lock, a request without a connection
 * fails immediately and the peer is dialed in the background.
 */
final class PeerClient implements RpcClient {
    private volatile @Nullable PeerConnections connections;
    private volatile boolean closed;

    @Override
    public boolean init(RpcOptions given) {
        if (!(given instanceof PeerOptions known)) {
            throw new IllegalArgumentException("node options: " + given.getClass() + " (expected: PeerOptions)");
        }
        connections = known.connections();
        return true;
    }

    /** Leaves the connections open; the client does not own them. */
    @Override
    public void shutdown() {
        closed = true;
    }

    @Override
    public boolean checkConnection(Endpoint endpoint) {
        return checkConnection(endpoint, false);
    }

    @Override
    public boolean checkConnection(Endpoint endpoint, boolean createIfAbsent) {
        String peer = endpoint.toString();
        boolean connected = connections().isConnected(peer);
        if (!connected && createIfAbsent && !closed) {
            connections().dial(peer);
        }
        return connected;
    }

    @Override
    public void closeConnection(Endpoint endpoint) {
        connections().disconnect(endpoint.toString());
    }

    /** Does nothing: replicators notice new connections by their own timers. */
    @Override
    public void registerConnectEventListener(ReplicatorGroup group) {}

    @Override
    public Object invokeSync(Endpoint endpoint, Object request, InvokeContext context, long timeoutMs)
            throws InterruptedException, RemotingException {
        if (connections().inEventLoop()) {
            throw new RemotingException("cannot block an event loop to wait for " + endpoint);
        }
        CompletableFuture<Object> response = new CompletableFuture<>();
        invoke(endpoint, (Message) request, timeoutMs, (answer, failure) -> {
            if (failure == null) {
                response.complete(answer);
            } else {
                response.completeExceptionally(failure);
            }
        });
        try {
            return response.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new InvokeTimeoutException("no response within " + timeoutMs + " ms from " + endpoint, e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RemotingException known ? known : new RemotingException(e.getCause());
        }
    }

    @Override
    public void invokeAsync(
            Endpoint endpoint, Object request, InvokeContext context, InvokeCallback callback, long timeoutMs)
            throws RemotingException {
        // Append responses are frequent and handled on the event loop. A vote may start a leadership, which blocks.
        Executor executor = request instanceof AppendEntriesRequest ? null : callback.executor();
        invoke(endpoint, (Message) request, timeoutMs, (answer, failure) -> {
            if (executor == null) {
                callback.complete(answer, failure);
            } else {
                run(executor, () -> callback.complete(answer, failure));
            }
        });
    }

    private static void run(Executor executor, Runnable work) {
        try {
            executor.execute(work);
        } catch (RejectedExecutionException e) {
            // The node is stopping, but a caller may still wait for this response.
            work.run();
        }
    }

    private interface Done {
        void complete(@Nullable Object answer, @Nullable RemotingException failure);
    }

    private PeerConnections connections() {
        return Objects.requireNonNull(connections, "not initialized");
    }

    private void invoke(Endpoint endpoint, Message request, long timeoutMs, Done done) throws RemotingException {
        if (closed) {
            throw new RemotingException("cannot reach " + endpoint + ": this member is stopping");
        }
        boolean sent = connections()
                .sendNow(
                        endpoint.toString(),
                        request,
                        TimeUnit.MILLISECONDS.toNanos(timeoutMs),
                        (answer, failure) -> done.complete(answer, failure == null ? null : remoting(failure)));
        if (!sent) {
            throw new RemotingException("no connection to " + endpoint);
        }
    }

    /** Returns the exception that JRaft expects. */
    private static RemotingException remoting(PeerException failure) {
        return failure instanceof AnswerTimeoutException
                ? new InvokeTimeoutException(failure)
                : new RemotingException(failure.getMessage(), failure);
    }
}
