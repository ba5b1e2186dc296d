package io.narrows.node.api;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.narrows.node.error.EtcdError;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open calls, which a stopping server must answer itself. gRPC would reset them with CANCEL, which etcd's client
 * interprets as a timeout of its own attempt: it would retry on another member, and a write could be executed twice.
 */
final class OpenCalls implements ServerInterceptor {
    private final Set<OpenCall<?, ?>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata metadata, ServerCallHandler<Q, A> next) {
        ServerCall.Listener<Q> listener = OpenCall.start(call, metadata, next, open);
        if (stopped) {
            stop();
        }
        return listener;
    }

    /** Ends all current and future calls: the server is stopping and the outcome of their requests is unknown. */
    void stop() {
        stopped = true;
        open.forEach(call -> call.end(EtcdError.STOPPED));
    }
}
