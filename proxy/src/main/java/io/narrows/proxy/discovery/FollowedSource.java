package io.narrows.proxy.discovery;

import io.narrows.config.HostPort;
import io.narrows.config.IpAddress;
import io.narrows.config.PeerSource;
import io.narrows.proxy.discovery.Candidate.Role;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A source of peers with the endpoints that it reports. Used by one thread. */
final class FollowedSource implements AutoCloseable {
    /** Time in which a source may be unreadable while a cluster starts: a name in DNS appears with its first node. */
    static final Duration START = Duration.ofSeconds(60);

    private final EndpointSource source;
    private final long openedNanos;
    private final Map<HostPort, Candidate> candidates = new LinkedHashMap<>();
    private PeerSource config;
    private Set<Endpoint> last = Set.of();
    private List<IpAddress> ignored = List.of();
    private long failures;
    private boolean heard;
    private boolean warned = true;

    FollowedSource(PeerSource config, EndpointSource source, long nowNanos) {
        this.config = config;
        this.source = source;
        this.openedNanos = nowNanos;
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

    /** Returns the addresses beyond the limit of the source. */
    List<IpAddress> ignored() {
        return ignored;
    }

    /** Applies other settings of the same source to what it has reported. */
    void applyConfig(PeerSource next, long nowNanos) {
        config = next;
        if (heard) {
            take(last, nowNanos);
        }
    }

    /**
     * Replaces the endpoints; those that stay keep what is known about them. Endpoints beyond the limit of the source are
     * ignored.
     *
     * @return the candidates that are gone
     */
    List<Candidate> take(Set<Endpoint> endpoints, long nowNanos) {
        last = Set.copyOf(endpoints);
        heard = true;
        warned = true;
        Map<HostPort, Endpoint> byLink = new HashMap<>();
        endpoints.forEach(endpoint -> byLink.put(endpoint.link(), endpoint));
        List<Candidate> gone = candidates.entrySet().stream()
                .filter(entry -> !byLink.containsKey(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        gone.forEach(Candidate::drop);
        candidates.values().removeIf(Candidate::isDropped);
        byLink.forEach((link, endpoint) -> {
            Candidate known = candidates.get(link);
            if (known != null) {
                known.applySource(config, endpoint);
            }
        });
        List<Endpoint> added = byLink.values().stream()
                .filter(endpoint -> !candidates.containsKey(endpoint.link()))
                .sorted(Comparator.comparing(endpoint -> endpoint.link().toString()))
                .toList();
        int room = Math.max(0, Math.min(config.maxPeers() - candidates.size(), added.size()));
        added.subList(0, room)
                .forEach(endpoint ->
                        candidates.put(endpoint.link(), new Candidate(config, endpoint, ip(endpoint), nowNanos)));
        ignored = added.subList(room, added.size()).stream()
                .map(FollowedSource::ip)
                .toList();
        return gone;
    }

    private static IpAddress ip(Endpoint endpoint) {
        return IpAddress.parse(endpoint.link().host()).orElseThrow();
    }

    /**
     * Counts a failure of the source.
     *
     * @return whether it deserves a warning now; otherwise it may later
     */
    boolean failed(long nowNanos) {
        failures++;
        warned = !candidates.isEmpty() || nowNanos - openedNanos >= START.toNanos();
        return warned;
    }

    /** Returns the failure that has lasted longer than a start; once for each failure that got no warning at first. */
    Optional<String> overdueWarning(long nowNanos) {
        if (warned || nowNanos - openedNanos < START.toNanos()) {
            return Optional.empty();
        }
        warned = true;
        return source.problem();
    }

    /** Returns whether it has reported at least once. */
    boolean isHeard() {
        return heard;
    }

    /** Returns whether it has reported, or has failed, at least once. */
    boolean isTried() {
        return heard || failures > 0;
    }

    SourceStatus status() {
        Map<Role, Integer> byRole = new EnumMap<>(Role.class);
        for (Role role : Role.values()) {
            byRole.put(role, 0);
        }
        candidates.values().forEach(candidate -> byRole.merge(candidate.role(), 1, Integer::sum));
        return new SourceStatus(config, source::problem, failures, ignored.size(), byRole);
    }

    @Override
    public void close() {
        candidates.values().forEach(Candidate::drop);
        source.close();
    }
}
