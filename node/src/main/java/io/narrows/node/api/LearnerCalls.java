package io.narrows.node.api;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.MaintenanceGrpc;
import io.narrows.node.etcd.RangeRequest;
import java.util.Set;

/** Refuses calls that a learner does not serve. Like etcd 3.5, a learner serves Status, Snapshot and serializable Range. */
final class LearnerCalls implements ServerInterceptor {
    private static final Set<MethodDescriptor<?, ?>> SERVED =
            Set.of(MaintenanceGrpc.getStatusMethod(), MaintenanceGrpc.getSnapshotMethod());

    private final Learnership learnership;

    LearnerCalls(Learnership learnership) {
        this.learnership = learnership;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata metadata, ServerCallHandler<Q, A> next) {
        MethodDescriptor<Q, A> method = call.getMethodDescriptor();
        if (!learnership.isLearner() || SERVED.contains(method)) {
            return next.startCall(call, metadata);
        }
        if (method.equals(KVGrpc.getRangeMethod())) {
            return new RangeListener<>(call, next.startCall(call, metadata));
        }
        refuse(call);
        return new ServerCall.Listener<>() {};
    }

    private static void refuse(ServerCall<?, ?> call) {
        call.close(Statuses.of(EtcdError.NOT_SUPPORTED_FOR_LEARNER).getStatus(), new Metadata());
    }

    /** Lets serializable reads pass. */
    private static final class RangeListener<Q> extends SimpleForwardingServerCallListener<Q> {
        private final ServerCall<Q, ?> call;
        private boolean refused;

        RangeListener(ServerCall<Q, ?> call, ServerCall.Listener<Q> service) {
            super(service);
            this.call = call;
        }

        @Override
        public void onMessage(Q message) {
            if (((RangeRequest) message).getSerializable()) {
                super.onMessage(message);
            } else {
                refused = true;
                refuse(call);
            }
        }

        @Override
        public void onHalfClose() {
            if (!refused) {
                super.onHalfClose();
            }
        }
    }
}
