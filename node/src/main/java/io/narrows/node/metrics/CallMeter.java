package io.narrows.node.metrics;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Counts the calls of gRPC services and times those with a single response, under the names of go-grpc-prometheus, as etcd
 * does. Calls of unknown methods are not counted, since names chosen by clients must not become labels.
 */
public final class CallMeter implements ServerInterceptor {
    private final MeterRegistry registry;
    private final Map<String, MethodMeters> methods = new ConcurrentHashMap<>();

    public CallMeter(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata metadata, ServerCallHandler<Q, A> next) {
        Counted<Q, A> counted = new Counted<>(call, of(call.getMethodDescriptor()));
        return counted.new Listening(next.startCall(counted, metadata));
    }

    private MethodMeters of(MethodDescriptor<?, ?> method) {
        return methods.computeIfAbsent(method.getFullMethodName(), name -> new MethodMeters(registry, method));
    }

    /** A call, which ends once: by its service or by its client. */
    private static final class Counted<Q, A> extends SimpleForwardingServerCall<Q, A> {
        private final MethodMeters meters;
        private final long began = System.nanoTime();
        private final AtomicBoolean ended = new AtomicBoolean();

        Counted(ServerCall<Q, A> call, MethodMeters meters) {
            super(call);
            this.meters = meters;
            meters.started();
        }

        @Override
        public void close(Status status, Metadata trailers) {
            end(status.getCode());
            super.close(status, trailers);
        }

        private void end(Status.Code code) {
            if (ended.compareAndSet(false, true)) {
                meters.handled(code, System.nanoTime() - began);
            }
        }

        private final class Listening extends SimpleForwardingServerCallListener<Q> {
            Listening(ServerCall.Listener<Q> listener) {
                super(listener);
            }

            @Override
            public void onCancel() {
                end(Status.Code.CANCELLED);
                super.onCancel();
            }
        }
    }
}
