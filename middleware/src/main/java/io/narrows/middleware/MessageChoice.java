package io.narrows.middleware;

import io.grpc.MethodDescriptor.Marshaller;
import io.narrows.middleware.meter.RawReason;
import org.jspecify.annotations.Nullable;

/** Decides for each message of a stream whether it is compressed. Like the stream, used by one sending thread at a time. */
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

    /** Called when the application switches compression of the following messages off or on. */
    void application(boolean enabled) {
        wanted = enabled;
    }

    /** Returns whether to compress the next message; counts it if not. */
    boolean compress(T message) {
        RawReason reason = reason(message);
        if (reason != null) {
            plan.raw(reason);
        }
        return reason == null;
    }

    private @Nullable RawReason reason(T message) {
        if (!wanted) {
            return RawReason.APPLICATION;
        }
        if (plan.minSize() > 0 && method.size().of(marshaller, message) < plan.minSize()) {
            return RawReason.TOO_SMALL;
        }
        return method.gain().worthTrying() ? null : RawReason.INCOMPRESSIBLE;
    }
}
