package io.narrows.proxy.discovery;

import io.narrows.config.PeerSource;
import io.narrows.proxy.discovery.Candidate.Role;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The state of a source of peers at one moment.
 *
 * @param problem returns why it cannot be read now; empty if it can
 * @param failures how often it could not be read since the start
 * @param ignored number of endpoints beyond the limit of the source
 * @param endpoints the others by their role
 */
record SourceStatus(
        PeerSource source,
        Supplier<Optional<String>> problem,
        long failures,
        int ignored,
        Map<Role, Integer> endpoints) {
    SourceStatus {
        endpoints = Map.copyOf(endpoints);
    }
}
