package io.narrows.proxy.discovery;

import io.narrows.config.IpAddress;
import io.narrows.config.PeerSource;
import io.narrows.proxy.discovery.Candidate.Role;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A source of peers with the endpoints that it reports. Used by one thread. */
final class FollowedSource implements AutoCloseable {
    private final PeerSource config;
    private final EndpointSource source;
    private final Map<Endpoint, Candidate> candidates = new LinkedHashMap<>();
    private int ignored;
    private long failures;

    FollowedSource(PeerSource config, EndpointSource source) {
        this.config = config;
        this.source = source;
    }

    PeerSource config() {
        return config;
    }

    EndpointSource source() {
        return source;
    }

    Collection<Candidate> candidates() {
        return candidates.values();
    }

    boolean has(Candidate candidate) {
        return candidates.get(candidate.endpoint()) == candidate;
    }

    /**
     * Replaces the endpoints; those that stay keep what is known about them. Endpoints beyond the limit of the source are
     * ignored.
     *
     * @return the number of endpoints that are ignored
     */
    int take(Set<Endpoint> endpoints, long nowNanos) {
        candidates.keySet().retainAll(endpoints);
        List<Endpoint> added = endpoints.stream()
                .filter(endpoint -> !candidates.containsKey(endpoint))
                .sorted(Comparator.comparing(endpoint -> endpoint.link().toString()))
                .toList();
        int room = config.maxPeers() - candidates.size();
        for (Endpoint endpoint : added.subList(0, Math.max(0, Math.min(room, added.size())))) {
            IpAddress.parse(endpoint.link().host())
                    .ifPresent(ip -> candidates.put(endpoint, new Candidate(config, endpoint, ip, nowNanos)));
        }
        ignored = endpoints.size() - candidates.size();
        return ignored;
    }

    /** Counts a failure of the source. */
    void failed() {
        failures++;
    }

    SourceStatus status() {
        Map<Role, Integer> byRole = new EnumMap<>(Role.class);
        for (Role role : Role.values()) {
            byRole.put(role, 0);
        }
        candidates.values().forEach(candidate -> byRole.merge(candidate.role(), 1, Integer::sum));
        return new SourceStatus(config, source::problem, failures, ignored, byRole);
    }

    @Override
    public void close() {
        source.close();
    }
}
