package io.narrows.middleware;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;

/** A proxy on the way: its servers say that they take zstd, and the one that gets the next call does not. */
final class Promise implements ClientInterceptor {
    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(ClientCall.Listener<R> listener, Metadata headers) {
                super.start(
                        new SimpleForwardingClientCallListener<>(listener) {
                            @Override
                            public void onHeaders(Metadata response) {
                                if (!response.containsKey(RefusalInHeaders.MARK)) {
                                    response.discardAll(Wire.ACCEPT_ENCODING);
                                    response.put(Wire.ACCEPT_ENCODING, "gzip, zstd");
                                }
                                super.onHeaders(response);
                            }
                        },
                        headers);
            }
        };
    }
}
