package io.narrows.middleware;

import io.grpc.DecompressorRegistry;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.narrows.middleware.meter.RawReason;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compresses the responses of a server by the policy, in encodings that the request accepts. Refuses requests in encodings
 * that the configuration has withdrawn. Safe for use by many threads.
 */
public final class NarrowsServerInterceptor implements ServerInterceptor {
    private final DecompressorRegistry decompressors;

    /** @param decompressors the server's decompressors */
    NarrowsServerInterceptor(DecompressorRegistry decompressors) {
        this.decompressors = decompressors;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String used = headers.get(Wire.ENCODING);
        if (used != null && WithdrawnEncoding.is(decompressors, used)) {
            call.close(WithdrawnEncoding.status(used), WithdrawnEncoding.trailers(decompressors));
            return new ServerCall.Listener<>() {};
        }
        ServerTracer tracer = ServerTracer.KEY.get();
        Plan plan = tracer == null ? null : tracer.plan();
        if (tracer == null || plan == null) {
            return next.startCall(call, headers);
        }
        String encoding = plan.compresses() ? accepted(plan, headers) : null;
        RawReason reason = encoding != null ? null : plan.compresses() ? RawReason.NO_COMMON_CODEC : plan.reason();
        tracer.responses(reason);
        if (reason != null) {
            return next.startCall(call, headers);
        }
        call.setCompression(encoding);
        return next.startCall(new CompressedServerCall<>(call, tracer, plan), headers);
    }

    /** Returns the plan's best encoding accepted by the caller; null if there is none. */
    private static @Nullable String accepted(Plan plan, Metadata headers) {
        Set<String> taken = Wire.encodings(headers.get(Wire.ACCEPT_ENCODING));
        for (String encoding : plan.encodings()) {
            if (taken.contains(encoding)) {
                return encoding;
            }
        }
        return null;
    }
}
