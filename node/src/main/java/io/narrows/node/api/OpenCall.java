package io.narrows.node.api;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.narrows.node.error.EtcdError;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call that this node may end before the service does. That can happen on another thread, so ending and sending are
 * synchronized; messages that the service sends after the end are dropped.
 */
final class OpenCall<Q, A> extends SimpleForwardingServerCall<Q, A> {
    private final Set<OpenCall<?, ?>> open;
    private ServerCall.@Nullable Listener<Q> listener;
    private boolean ended;

    private OpenCall(ServerCall<Q, A> call, Set<OpenCall<?, ?>> open) {
        super(call);
        this.open = open;
    }

    /** @param open contains the call while it is open */
    static <Q, A> ServerCall.Listener<Q> start(
            ServerCall<Q, A> call, Metadata metadata, ServerCallHandler<Q, A> next, Set<OpenCall<?, ?>> open) {
        OpenCall<Q, A> bound = new OpenCall<>(call, open);
        ServerCall.Listener<Q> listener = next.startCall(bound, metadata);
        synchronized (bound) {
            bound.listener = listener;
        }
        open.add(bound);
        return bound.new Ending(listener);
    }

    /** Ends the call with an error to the client and cancels it in the service. */
    void end(EtcdError reason) {
        ServerCall.Listener<Q> service;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            service = Objects.requireNonNull(listener, "the call has not started");
            delegate().close(Statuses.of(reason).getStatus(), new Metadata());
        }
        open.remove(this);
        service.onCancel();
    }

    @Override
    public boolean isReady() {
        synchronized (this) {
            return !ended && super.isReady();
        }
    }

    @Override
    public void sendHeaders(Metadata headers) {
        synchronized (this) {
            if (!ended) {
                super.sendHeaders(headers);
            }
        }
    }

    @Override
    public void sendMessage(A message) {
        synchronized (this) {
            if (!ended) {
                super.sendMessage(message);
            }
        }
    }

    @Override
    public void close(Status status, Metadata trailers) {
        synchronized (this) {
            if (!ended) {
                ended = true;
                super.close(status, trailers);
            }
        }
    }

    private final class Ending extends SimpleForwardingServerCallListener<Q> {
        Ending(ServerCall.Listener<Q> service) {
            super(service);
        }

        @Override
        public void onCancel() {
            open.remove(OpenCall.this);
            super.onCancel();
        }

        @Override
        public void onComplete() {
            open.remove(OpenCall.this);
            super.onComplete();
        }
    }
}
