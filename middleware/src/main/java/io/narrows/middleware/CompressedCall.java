package io.narrows.middleware;

import io.grpc.ClientCall;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.narrows.middleware.meter.CallMeter;
import org.jspecify.annotations.Nullable;

/** A call whose messages may be compressed. Remembers servers that refuse the encoding. */
final class CompressedCall<Q, R> extends SimpleForwardingClientCall<Q, R> {
    private final String node;
    private final Connections connections;
    private final CallSetup setup;
    private final String encoding;
    private final MessageChoice<Q> choice;
    private final CallMeter meter;
    private volatile boolean refused;

    CompressedCall(
            ClientCall<Q, R> call,
            String node,
            Connections connections,
            CallSetup setup,
            String encoding,
            Marshaller<Q> marshaller,
            CallMeter meter) {
        super(call);
        this.node = node;
        this.connections = connections;
        this.setup = setup;
        this.encoding = encoding;
        this.choice = new MessageChoice<>(setup.method(), setup.plan(), marshaller);
        this.meter = meter;
    }

    @Override
    public void start(ClientCall.Listener<R> listener, Metadata headers) {
        headers.put(Wire.NODE, node);
        super.start(new Answer(listener), headers);
    }

    @Override
    public void setMessageCompression(boolean enabled) {
        choice.application(enabled);
    }

    @Override
    public void sendMessage(Q message) {
        super.setMessageCompression(choice.compress(message));
        super.sendMessage(message);
    }

    /** Returns whether the server refused the encoding without running the call; valid once the call is closed. */
    boolean wasRefused() {
        return refused;
    }

    /** Returns whether the response headers show that the server does not accept the encoding and may refuse the call. */
    boolean mayBeRefused(Metadata response) {
        return Refusal.lacks(encoding, response);
    }

    private final class Answer extends SimpleForwardingClientCallListener<R> {
        private @Nullable Metadata headers;
        private boolean messages;

        Answer(ClientCall.Listener<R> listener) {
            super(listener);
        }

        @Override
        public void onHeaders(Metadata response) {
            headers = response;
            connections.learn(getAttributes(), response);
            super.onHeaders(response);
        }

        @Override
        public void onMessage(R message) {
            messages = true;
            super.onMessage(message);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            refused = !messages && Refusal.proven(encoding, status, headers, trailers);
            if (refused || headers == null && Refusal.possible(encoding, status, trailers)) {
                connections.refuse(getAttributes(), encoding);
                meter.encodingRefused(setup.remote(getAttributes()).name());
            }
            super.onClose(status, trailers);
        }
    }
}
