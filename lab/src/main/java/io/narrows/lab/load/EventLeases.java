package io.narrows.lab.load;

import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseGrantResponse;
import io.narrows.node.etcd.LeaseGrpc;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Leases of events, shared as in the Kubernetes API server: a lease takes a thousand keys or those of one minute, whichever
 * is less, and then lasts another hour. Thread-safe.
 */
final class EventLeases {
    private static final int KEYS = 1_000;
    private static final long SHARED_SECONDS = 60;
    private static final long TTL_SECONDS = TimeUnit.HOURS.toSeconds(1) + SHARED_SECONDS;

    private @Nullable CompletableFuture<Long> granted;
    private long grantedAt;
    private int keys;

    /** Returns the id of a lease for one more key. */
    synchronized CompletableFuture<Long> next(Endpoint endpoint) {
        long now = System.nanoTime();
        if (granted == null
                || granted.isCompletedExceptionally()
                || keys == KEYS
                || now - grantedAt > TimeUnit.SECONDS.toNanos(SHARED_SECONDS)) {
            granted = grant(endpoint);
            grantedAt = now;
            keys = 0;
        }
        keys++;
        return granted;
    }

    private static CompletableFuture<Long> grant(Endpoint endpoint) {
        LeaseGrantRequest request =
                LeaseGrantRequest.newBuilder().setTTL(TTL_SECONDS).build();
        return endpoint.call(LeaseGrpc.getLeaseGrantMethod(), request).thenApply(LeaseGrantResponse::getID);
    }
}
