package io.narrows.middleware;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.narrows.middleware.meter.RawReason;
import java.util.Set;

/**
 * Compresses the responses of a server by the policy, with what the request says that its sender takes. Safe for use by many
 * threads.
 */
public final class NarrowsServerInterceptor implements ServerInterceptor {
    NarrowsServerInterceptor() {}

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        ServerTracer tracer = ServerTracer.KEY.get();
        if (tracer == null || tracer.plan() == null) {
            return next.startCall(call, headers);
        }
        Plan plan = tracer.plan();
        String encoding = plan.compresses() ? accepted(plan, headers) : null;
        RawReason reason = encoding != null ? null : plan.compresses() ? RawReason.NO_COMMON_CODEC : plan.reason();
        tracer.responses(reason);
        if (reason != null) {
            return next.startCall(call, headers);
        }
        call.setCompression(encoding);
        return next.startCall(new CompressedServerCall<>(call, tracer), headers);
    }

    /** The best encoding of the plan that the caller takes; null when there is none. */
    private static String accepted(Plan plan, Metadata headers) {
        Set<String> taken = Wire.encodings(headers.get(Wire.ACCEPT_ENCODING));
        for (String encoding : plan.encodings()) {
            if (taken.contains(encoding)) {
                return encoding;
            }
        }
        return null;
    }
}
