package io.narrows.middleware;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ServerCall;
import io.narrows.middleware.meter.RawReason;
import org.jspecify.annotations.Nullable;

/** A call whose responses may be compressed. */
final class CompressedServerCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private final ServerTracer tracer;
    private @Nullable MessageChoice<R> choice;

    CompressedServerCall(ServerCall<Q, R> call, ServerTracer tracer, Plan plan) {
        super(call);
        this.tracer = tracer;
        this.choice = new MessageChoice<>(
                tracer.method(), plan, call.getMethodDescriptor().getResponseMarshaller());
    }

    /** Called when the service chooses the compression itself; this class then leaves it alone. */
    @Override
    public void setCompression(String encoding) {
        super.setCompression(encoding);
        tracer.responses(RawReason.APPLICATION);
        choice = null;
    }

    @Override
    public void setMessageCompression(boolean enabled) {
        if (choice == null) {
            super.setMessageCompression(enabled);
        } else {
            choice.application(enabled);
        }
    }

    @Override
    public void sendMessage(R message) {
        if (choice != null) {
            super.setMessageCompression(choice.compress(message));
        }
        super.sendMessage(message);
    }
}
