package io.narrows.lab.load;

import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseGrantResponse;
import io.narrows.node.etcd.LeaseGrpc;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The lease of one client, granted before its first keep-alive. Keep-alives share a stream, as in etcd's clients; it is replaced
 * after a failure and when the client goes to another server. Used for one keep-alive at a time.
 */
final class KeptLease {
    /** Longer than any pause between two keep-alives. */
    private static final long TTL_SECONDS = TimeUnit.HOURS.toSeconds(1);

    private volatile @Nullable CompletableFuture<Long> granted;
    private volatile @Nullable KeepAliveStream stream;

    /** Keeps the lease alive; fails with {@link io.grpc.Status#NOT_FOUND} if it has expired. */
    CompletableFuture<Answer> keepAlive(Endpoint endpoint) {
        return id(endpoint).thenCompose(id -> streamTo(endpoint).send(id));
    }

    private CompletableFuture<Long> id(Endpoint endpoint) {
        CompletableFuture<Long> id = granted;
        if (id == null || id.isCompletedExceptionally()) {
            LeaseGrantRequest request =
                    LeaseGrantRequest.newBuilder().setTTL(TTL_SECONDS).build();
            id = endpoint.call(LeaseGrpc.getLeaseGrantMethod(), request).thenApply(LeaseGrantResponse::getID);
            granted = id;
        }
        return id;
    }

    private KeepAliveStream streamTo(Endpoint endpoint) {
        KeepAliveStream open = stream;
        if (open == null || !open.isTo(endpoint)) {
            if (open != null) {
                open.close();
            }
            open = KeepAliveStream.open(endpoint);
            stream = open;
        }
        return open;
    }
}
