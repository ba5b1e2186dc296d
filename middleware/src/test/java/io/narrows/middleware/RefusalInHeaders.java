package io.narrows.middleware;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;

/** Refuses zstd like .NET servers: with the list of encodings in separate headers and the status in trailers. */
final class RefusalInHeaders implements ServerInterceptor {
    static final Metadata.Key<String> MARK = Metadata.Key.of("refusal", Metadata.ASCII_STRING_MARSHALLER);

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        if (!"zstd".equals(headers.get(Wire.ENCODING))) {
            return next.startCall(call, headers);
        }
        Metadata refusal = new Metadata();
        refusal.put(MARK, "yes");
        call.sendHeaders(refusal); // grpc-java adds what its registry advertises
        call.close(Status.UNIMPLEMENTED, new Metadata());
        return new ServerCall.Listener<>() {};
    }
}
