package io.narrows.proxy.discovery.kubernetes;

import java.util.List;
import java.util.Optional;

/**
 * An endpoint of a slice, usually a pod.
 *
 * @param addresses of the slice's kind: IPv4 or IPv6 addresses, or names, which are not used
 * @param ready absent counts as true
 * @param node the machine that it runs on
 */
record SliceEndpoint(
        List<String> addresses,
        boolean ready,
        boolean serving,
        boolean terminating,
        Optional<String> node,
        Optional<String> zone) {
    SliceEndpoint {
        addresses = List.copyOf(addresses);
    }

    /**
     * Returns whether a node may be reached there. An endpoint that is not ready counts as well, since databases must find
     * their peers before they are ready; one that ends counts only as long as it serves.
     */
    boolean isUsable() {
        return ready || serving || !terminating;
    }
}
