package io.narrows.middleware;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.narrows.middleware.meter.CallMeter;
import io.narrows.middleware.meter.RawReason;
import org.jspecify.annotations.Nullable;

/**
 * Compresses the requests of one channel by the policy, in encodings that its servers are known to accept. The first calls
 * are uncompressed; the headers of their responses list the accepted encodings. Safe for use by many threads; each channel
 * needs its own.
 */
public final class NarrowsClientInterceptor implements ClientInterceptor {
    private final String node;
    private final Methods methods;
    private final Remotes remotes;
    private final Connections connections;
    private final CallMeter meter;
    private final @Nullable Remote channelPeer;

    /** @param channelPeer peer that the channel leads to; null if addresses decide */
    NarrowsClientInterceptor(
            String node,
            Methods methods,
            Remotes remotes,
            Connections connections,
            CallMeter meter,
            @Nullable Remote channelPeer) {
        this.node = node;
        this.methods = methods;
        this.remotes = remotes;
        this.connections = connections;
        this.meter = meter;
        this.channelPeer = channelPeer;
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> descriptor, CallOptions options, Channel next) {
        Method method = methods.of(descriptor.getFullMethodName());
        String named = options.getOption(CallPeer.ID);
        Remote remote = named != null ? remotes.named(named) : channelPeer;
        Plan plan = method.plan(remote != null ? remote : connections.remote());
        String encoding = plan.compresses() ? accepted(plan) : null;
        RawReason reason = options.getCompressor() != null ? RawReason.APPLICATION : reason(plan, encoding);
        CallSetup setup = new CallSetup(method, connections, remote, plan, reason);
        CallOptions counted = options.withStreamTracerFactory(setup);
        if (reason != null || encoding == null) {
            return new LearningCall<>(next.newCall(descriptor, counted), node, connections);
        }
        CompressedCall<Q, R> compressed = new CompressedCall<>(
                next.newCall(descriptor, counted.withCompression(encoding)),
                node,
                connections,
                setup,
                encoding,
                descriptor.getRequestMarshaller(),
                meter);
        return descriptor.getType().clientSendsOneMessage()
                ? new RepeatableCall<>(compressed, () -> plain(descriptor, options, next, setup))
                : compressed;
    }

    /** Returns the same call uncompressed, for a server that has refused the encoding. */
    private <Q, R> ClientCall<Q, R> plain(
            MethodDescriptor<Q, R> descriptor, CallOptions options, Channel next, CallSetup refused) {
        CallOptions counted = options.withStreamTracerFactory(refused.as(RawReason.NO_COMMON_CODEC));
        return new LearningCall<>(next.newCall(descriptor, counted), node, connections);
    }

    /** Returns the plan's best encoding accepted by all servers; null if there is none. */
    private @Nullable String accepted(Plan plan) {
        for (String encoding : plan.encodings()) {
            if (connections.accept(encoding)) {
                return encoding;
            }
        }
        return null;
    }

    private @Nullable RawReason reason(Plan plan, @Nullable String encoding) {
        if (!plan.compresses()) {
            return plan.reason();
        }
        if (encoding != null) {
            return null;
        }
        return connections.known() ? RawReason.NO_COMMON_CODEC : RawReason.NOT_LEARNT;
    }
}
