package io.narrows.middleware;

import io.grpc.MethodDescriptor.Marshaller;
import io.narrows.middleware.meter.RawReason;

/** Decides for each message of a stream whether it is compressed. Used by one thread at a time, as sending is. */
final class MessageChoice<T> {
    private final Method method;
    private final Plan plan;
    private final Marshaller<T> marshaller;
    private boolean wanted = true;

    MessageChoice(Method method, Plan plan, Marshaller<T> marshaller) {
        this.method = method;
        this.plan = plan;
        this.marshaller = marshaller;
    }

    /** The application switched compression off for the messages that follow, or on again. */
    void application(boolean enabled) {
        wanted = enabled;
    }

    /** Whether to compress the next message. One that is not is counted. */
    boolean compress(T message) {
        RawReason reason = reason(message);
        if (reason != null) {
            plan.raw(reason);
        }
        return reason == null;
    }

    private RawReason reason(T message) {
        if (!wanted) {
            return RawReason.APPLICATION;
        }
        if (plan.minSize() > 0 && method.size().of(marshaller, message) < plan.minSize()) {
            return RawReason.TOO_SMALL;
        }
        return method.gain().worthTrying() ? null : RawReason.INCOMPRESSIBLE;
    }
}
