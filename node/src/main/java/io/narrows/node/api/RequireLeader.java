package io.narrows.node.api;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.narrows.node.error.EtcdError;
import io.narrows.node.replica.Replica;
import io.narrows.node.thread.DaemonThreads;
import io.narrows.node.thread.PeriodicTask;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles clients that require a leader, as etcd's metadata lets them. Without a leader their calls are refused, and
 * their streams end after a while, so that clients reconnect to a node that has one.
 */
final class RequireLeader implements ServerInterceptor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RequireLeader.class);
    private static final Metadata.Key<String> HAS_LEADER =
            Metadata.Key.of("hasleader", Metadata.ASCII_STRING_MARSHALLER);
    private static final int LOOKS = 3;

    private final Replica replica;
    private final Set<OpenCall<?, ?>> streams = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("narrows-api-leader"));
    private int looksWithout;

    /** @param patience how long streams continue without a leader; checked three times in that period */
    RequireLeader(Replica replica, Duration patience) {
        this.replica = replica;
        new PeriodicTask(LOG, "cannot end the streams of clients that require a leader", this::look)
                .schedule(timer, patience.dividedBy(LOOKS));
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata metadata, ServerCallHandler<Q, A> next) {
        if (!"true".equals(metadata.get(HAS_LEADER))) {
            return next.startCall(call, metadata);
        }
        if (isMissing()) {
            call.close(Statuses.of(EtcdError.NO_LEADER).getStatus(), new Metadata());
            return new ServerCall.Listener<>() {};
        }
        if (call.getMethodDescriptor().getType().serverSendsOneMessage()) {
            return next.startCall(call, metadata);
        }
        return OpenCall.start(call, metadata, next, streams);
    }

    private boolean isMissing() {
        return replica.status().leader().isEmpty();
    }

    private void look() {
        try {
            looksWithout = isMissing() ? looksWithout + 1 : 0;
        } catch (IllegalStateException e) {
            // The replica is being closed, and this server with it.
            return;
        }
        if (looksWithout >= LOOKS) {
            streams.forEach(stream -> stream.end(EtcdError.NO_LEADER));
        }
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
