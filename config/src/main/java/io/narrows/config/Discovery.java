package io.narrows.config;

import java.util.List;

/**
 * The peers that a configuration does not list: where they are looked for, and those that were found.
 *
 * @param sources in the order of the file
 * @param found the nodes that were found; none in a configuration as it is read
 */
public record Discovery(List<PeerSource> sources, FoundNodes found) {
    /** No sources, and so no peers. */
    public static final Discovery NONE = new Discovery(List.of(), FoundNodes.NONE);

    public Discovery {
        sources = List.copyOf(sources);
    }

    /** Returns the discovery of a configuration as it is read, without peers. */
    static Discovery from(List<PeerSource> sources) {
        return new Discovery(sources, FoundNodes.NONE);
    }

    /** Returns the names that certificates of nodes may have besides their ids. */
    public List<CertificatePattern> allowedNames() {
        return sources.stream().flatMap(source -> source.allow().stream()).toList();
    }

    /** Returns whether peers may exist that the file does not list. */
    public boolean enabled() {
        return !sources.isEmpty();
    }
}
