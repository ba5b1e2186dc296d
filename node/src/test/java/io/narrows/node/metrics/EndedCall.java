package io.narrows.node.metrics;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;

/** A gRPC call of a method that is not connected to anything. */
final class EndedCall<Q, A> extends ServerCall<Q, A> {
    private final MethodDescriptor<Q, A> method;

    EndedCall(MethodDescriptor<Q, A> method) {
        this.method = method;
    }

    /** Ends the call with success. */
    static <Q, A> ServerCall.Listener<Q> end(ServerCall<Q, A> call) {
        call.close(Status.OK, new Metadata());
        return new ServerCall.Listener<>() {};
    }

    @Override
    public void request(int messages) {}

    @Override
    public void sendHeaders(Metadata headers) {}

    @Override
    public void sendMessage(A message) {}

    @Override
    public void close(Status status, Metadata trailers) {}

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public MethodDescriptor<Q, A> getMethodDescriptor() {
        return method;
    }
}
