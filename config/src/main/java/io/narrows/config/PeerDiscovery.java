package io.narrows.config;

import java.util.List;
import java.util.Optional;

/**
 * The peers that a configuration does not list: where they are looked for, and those that were found.
 *
 * @param sources in the order of the file
 * @param found the nodes that were found; none in a configuration as it is read
 */
public record PeerDiscovery(List<PeerSource> sources, FoundNodes found) {
    /** No sources, and so no peers. */
    public static final PeerDiscovery NONE = new PeerDiscovery(List.of(), FoundNodes.NONE);

    public PeerDiscovery {
        sources = List.copyOf(sources);
    }

    /** Returns the discovery of a configuration as it is read, without peers. */
    static PeerDiscovery from(List<PeerSource> sources) {
        return new PeerDiscovery(sources, FoundNodes.NONE);
    }

    /** Returns the names that certificates of nodes may have besides their ids. */
    public List<CertificatePattern> allowedNames() {
        return sources.stream().flatMap(source -> source.allow().stream()).toList();
    }

    /**
     * Returns whether traffic to an address needs a link: the address is or was that of a node whose source has no
     * {@code fallback: plain}, or a source that asks for certificates has not said anything yet.
     */
    public boolean requiresLink(IpAddress address) {
        return found.sourceOf(address)
                        .or(() -> Optional.ofNullable(found.departed().get(address)))
                        .filter(source -> !source.fallsBack())
                        .isPresent()
                || sources.stream()
                        .filter(one -> one.allow().isPresent() && !one.fallsBack())
                        .anyMatch(one -> !found.heard().contains(one));
    }

    /** Returns whether peers may exist that the file does not list. */
    public boolean enabled() {
        return !sources.isEmpty();
    }
}
