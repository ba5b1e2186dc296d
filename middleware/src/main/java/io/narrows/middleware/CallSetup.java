package io.narrows.middleware;

import io.grpc.Attributes;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.narrows.middleware.meter.RawReason;
import org.jspecify.annotations.Nullable;

/** The decisions made about a call before it starts; creates the tracer of each of its attempts. */
final class CallSetup extends ClientStreamTracer.Factory {
    private final Method method;
    private final Connections connections;
    private final @Nullable Remote named;
    private final Plan plan;
    private final @Nullable RawReason reason;

    /**
     * @param named peer named by the caller; null if the address decides
     * @param reason why no message of the call is compressed; null if messages may be compressed
     */
    CallSetup(Method method, Connections connections, @Nullable Remote named, Plan plan, @Nullable RawReason reason) {
        this.method = method;
        this.connections = connections;
        this.named = named;
        this.plan = plan;
        this.reason = reason;
    }

    @Override
    public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
        return new ClientTracer(this);
    }

    /** Returns a copy for a call that is not compressed after all. */
    CallSetup as(RawReason why) {
        return new CallSetup(method, connections, named, plan, why);
    }

    Method method() {
        return method;
    }

    Plan plan() {
        return plan;
    }

    @Nullable
    RawReason reason() {
        return reason;
    }

    Remote remote(Attributes transport) {
        return named != null ? named : connections.remote(transport);
    }

    /** Returns the reason for the peer to which the call went, which may not have been known before. */
    @Nullable
    RawReason reasonFor(Plan actual) {
        if (reason == null || reason == RawReason.APPLICATION) {
            return reason;
        }
        if (actual.reason() != null) {
            return actual.reason();
        }
        return reason == RawReason.NO_COMMON_CODEC ? reason : RawReason.NOT_LEARNT;
    }
}
