package io.narrows.node.api;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the API is served.
 *
 * @param listen at least one address; with port 0 a free one is taken
 * @param tls none: without encryption
 * @param minLeaseTtl seconds, at least 1; a lease asked for with less gets this. etcd takes one and a half election timeouts
 * @param leaderPatience streams whose clients want a node with a leader end when there was none for so long. etcd takes three
 *     election timeouts
 */
public record ApiOptions(
        List<InetSocketAddress> listen, Optional<ApiTls> tls, long minLeaseTtl, Duration leaderPatience) {
    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(3);

    /** With the patience of an etcd that has its default election timeout, 3 s. */
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
