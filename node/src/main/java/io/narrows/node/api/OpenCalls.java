package io.narrows.node.api;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.narrows.node.error.EtcdError;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls that are being served, which a server that stops has to answer. gRPC would reset them with CANCEL. etcd's client takes that for
 * a timeout of its own attempt and sends the request to another member, be it a write, which is then done twice.
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

    /** Ends all calls, and those that come later: the server stops, and the fate of their requests is unknown. */
    void stop() {
        stopped = true;
        open.forEach(call -> call.end(EtcdError.STOPPED));
    }
}
