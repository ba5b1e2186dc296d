package io.narrows.middleware;

import io.grpc.ClientCall;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;

/** A call that sends this node's id, and learns the server's accepted encodings from the response. */
final class LearningCall<Q, R> extends SimpleForwardingClientCall<Q, R> {
    private final String node;
    private final Connections connections;

    LearningCall(ClientCall<Q, R> call, String node, Connections connections) {
        super(call);
        this.node = node;
        this.connections = connections;
    }

    @Override
    public void start(ClientCall.Listener<R> listener, Metadata headers) {
        headers.put(Wire.NODE, node);
        super.start(
                new SimpleForwardingClientCallListener<>(listener) {
                    @Override
                    public void onHeaders(Metadata response) {
                        connections.learn(getAttributes(), response);
                        super.onHeaders(response);
                    }
                },
                headers);
    }
}
