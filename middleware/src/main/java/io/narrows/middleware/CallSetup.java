package io.narrows.middleware;

import io.grpc.Attributes;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.narrows.middleware.meter.RawReason;

/** The decisions made about a call before it starts; creates the tracer of each of its attempts. */
final class CallSetup extends ClientStreamTracer.Factory {
    private final Method method;
    private final Connections connections;
    private final Remote named;
    private final Plan plan;
    private final String encoding;
    private final RawReason reason;

    /**
     * @param named peer named by the caller; null if the address decides
     * @param reason why no message of the call is compressed; null if messages may be compressed
     */
    CallSetup(Method method, Connections connections, Remote named, Plan plan, String encoding, RawReason reason) {
        this.method = method;
        this.connections = connections;
        this.named = named;
        this.plan = plan;
        this.encoding = encoding;
        this.reason = reason;
    }

    @Override
    public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
        return new ClientTracer(this);
    }

    /** Returns a copy for a call that is not compressed after all. */
    CallSetup as(RawReason why) {
        return new CallSetup(method, connections, named, plan, null, why);
    }

    Method method() {
        return method;
    }

    Plan plan() {
        return plan;
    }

    /** Returns the encoding; null if no message of the call is compressed. */
    String encoding() {
        return encoding;
    }

    RawReason reason() {
        return reason;
    }

    Remote remote(Attributes transport) {
        return named != null ? named : connections.remote(transport);
    }

    /** Returns the reason for the peer to which the call went, which may not have been known before. */
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
