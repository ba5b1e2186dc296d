package io.narrows.middleware;

import io.grpc.MethodDescriptor;
import io.narrows.config.TrafficClass;
import io.narrows.middleware.meter.StreamCount;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The state of a method: its class, its plan for each peer, and the recent sizes and gains of its messages. */
final class Method implements StreamCount.Gains {
    private final Planner planner;
    private final String fullName;
    private final TrafficClass trafficClass;
    private final Map<Remote, Plan> plans = new ConcurrentHashMap<>();
    private final Gain gain = new Gain();
    private final MessageSize size = new MessageSize();

    Method(Planner planner, String fullName) {
        this.planner = planner;
        this.fullName = fullName;
        String service = MethodDescriptor.extractFullServiceName(fullName);
        String method = MethodDescriptor.extractBareMethodName(fullName);
        this.trafficClass =
                service == null || method == null ? TrafficClass.GRPC : planner.trafficClass(service, method);
    }

    /** Returns the plan of a call: a new one if the policy has conditions that vary. */
    Plan plan(Remote remote) {
        if (!planner.isConstant()) {
            return planner.plan(fullName, trafficClass, remote);
        }
        Plan known = plans.get(remote);
        return known != null ? known : plans.computeIfAbsent(remote, to -> planner.plan(fullName, trafficClass, to));
    }

    /**
     * Returns the plan of a call that has a connection.
     *
     * @param address remote address of the connection
     */
    Plan plan(Remote remote, @Nullable SocketAddress address) {
        if (remote == Remote.UNKNOWN) {
            planner.log().unplaced(fullName, address);
        }
        return plan(remote);
    }

    Gain gain() {
        return gain;
    }

    MessageSize size() {
        return size;
    }

    @Override
    public void compressed(long app, long wire) {
        gain.compressed(app, wire);
    }

    @Override
    public void size(long app) {
        size.sent(app);
    }
}
