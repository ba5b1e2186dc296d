package io.narrows.middleware;

import io.grpc.Attributes;
import io.grpc.ClientStreamTracer;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.narrows.middleware.meter.RawReason;
import io.narrows.middleware.meter.StreamCount;
import org.jspecify.annotations.Nullable;

/** Counts an attempt of a call, for the peer of its connection. */
final class ClientTracer extends ClientStreamTracer {
    private final CallSetup setup;
    private final StreamCount count;
    private @Nullable Plan plan;
    private @Nullable RawReason reason;

    ClientTracer(CallSetup setup) {
        this.setup = setup;
        this.count = new StreamCount(setup.method());
    }

    @Override
    public void streamCreated(Attributes transport, Metadata headers) {
        Plan actual = setup.method().plan(setup.remote(transport), transport.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
        plan = actual;
        reason = setup.reasonFor(actual);
        count.of(actual.sent(), actual.received());
        if (setup.reason() == null) {
            count.compressWith(setup.plan().spec());
        }
    }

    @Override
    public void outboundMessage(int number) {
        count.outbound();
    }

    @Override
    public void outboundMessageSent(int number, long wire, long app) {
        count.outboundSent(wire, app);
        if (plan != null && reason != null) {
            plan.raw(reason);
        }
    }

    @Override
    public void inboundMessageRead(int number, long wire, long app) {
        count.inbound(wire, app);
    }
}
