package io.narrows.node.api;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Options of the API server.
 *
 * @param listen at least one address; port 0 picks a free one
 * @param tls TLS files; unencrypted if empty
 * @param minLeaseTtl seconds, at least 1; shorter leases are extended to it. etcd uses one and a half election timeouts
 * @param leaderPatience how long streams that require a leader continue without one. etcd uses three election timeouts
 */
public record ApiOptions(
        List<InetSocketAddress> listen, Optional<ApiTls> tls, long minLeaseTtl, Duration leaderPatience) {
    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(3);

    /** Uses the leader patience of an etcd with the default election timeout, 3 s. */
    public ApiOptions(List<InetSocketAddress> listen, Optional<ApiTls> tls, long minLeaseTtl) {
        this(listen, tls, minLeaseTtl, DEFAULT_PATIENCE);
    }

    public ApiOptions {
        listen = List.copyOf(listen);
        if (listen.isEmpty()) {
            throw new IllegalArgumentException("listen: none (expected: at least one address)");
        }
        if (minLeaseTtl < 1 || minLeaseTtl > LeaseService.MAX_TTL) {
            throw new IllegalArgumentException(
                    "minLeaseTtl: " + minLeaseTtl + " s (expected: 1-" + LeaseService.MAX_TTL + ")");
        }
        if (leaderPatience.isNegative() || leaderPatience.isZero()) {
            throw new IllegalArgumentException("leaderPatience: " + leaderPatience + " (expected: > 0)");
        }
    }
}
