package io.narrows.middleware;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.function.Consumer;

/**
 * Passes response headers to a consumer before the application receives them.
 *
 * @param consumer may record or change the headers
 */
record ResponseHeaders(Consumer<Metadata> consumer) implements ClientInterceptor {
    /** Simulates a proxy whose servers advertise zstd although the server of the next call does not support it. */
    static ResponseHeaders promisingZstd() {
        return new ResponseHeaders(headers -> {
            if (!headers.containsKey(RefusalInHeaders.MARK)) {
                headers.discardAll(Wire.ACCEPT_ENCODING);
                headers.put(Wire.ACCEPT_ENCODING, "gzip, zstd");
            }
        });
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(ClientCall.Listener<R> listener, Metadata headers) {
                super.start(
                        new SimpleForwardingClientCallListener<>(listener) {
                            @Override
                            public void onHeaders(Metadata response) {
                                consumer.accept(response);
                                super.onHeaders(response);
                            }
                        },
                        headers);
            }
        };
    }
}
