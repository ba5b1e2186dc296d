package io.narrows.middleware;

import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.narrows.middleware.meter.RawReason;
import io.narrows.middleware.meter.StreamCount;
import java.net.SocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Counts a call of a server. The interceptor finds it in the call's context. */
final class ServerTracer extends ServerStreamTracer {
    static final Context.Key<ServerTracer> KEY = Context.key("narrows-tracer");

    private final Method method;
    private final Remotes remotes;
    private final Remote named;
    private final StreamCount count;
    private volatile @Nullable Plan plan;
    private volatile @Nullable RawReason reason;

    ServerTracer(Method method, Remotes remotes, Metadata headers) {
        this.method = method;
        this.remotes = remotes;
        this.named = remotes.named(headers.get(Wire.NODE));
        this.count = new StreamCount(method);
    }

    /** Creates the tracers of a server. */
    static final class Factory extends ServerStreamTracer.Factory {
        private final Methods methods;
        private final Remotes remotes;

        Factory(Methods methods, Remotes remotes) {
            this.methods = methods;
            this.remotes = remotes;
        }

        @Override
        public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
            return new ServerTracer(methods.of(fullMethodName), remotes, headers);
        }
    }

    @Override
    public Context filterContext(Context context) {
        return context.withValue(KEY, this);
    }

    @Override
    public void serverCallStarted(ServerCallInfo<?, ?> call) {
        SocketAddress address = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        Plan started = method.plan(named != Remote.UNKNOWN ? named : remotes.at(address), address);
        plan = started;
        count.of(started.sent(), started.received());
    }

    Method method() {
        return method;
    }

    /** Returns the plan; null before the call has started. */
    @Nullable
    Plan plan() {
        return plan;
    }

    /** @param why why no response is compressed; null if responses may be compressed */
    void responses(@Nullable RawReason why) {
        reason = why;
        if (why == null) {
            count.compressWith(Objects.requireNonNull(plan).spec());
        }
    }

    @Override
    public void outboundMessage(int number) {
        count.outbound();
    }

    @Override
    public void outboundMessageSent(int number, long wire, long app) {
        count.outboundSent(wire, app);
        RawReason why = reason;
        if (why != null) {
            Objects.requireNonNull(plan).raw(why);
        }
    }

    @Override
    public void inboundMessageRead(int number, long wire, long app) {
        count.inbound(wire, app);
    }
}
