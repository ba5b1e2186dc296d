package io.narrows.estimate.topology;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The places of addresses. If ranges overlap, the longest prefix applies; if they are equal, the first. */
public final class Topology {
    private final List<TopologyEntry> entries;

    public Topology(List<TopologyEntry> entries) {
        this.entries = entries.stream()
                .sorted(Comparator.comparingInt(
                                (TopologyEntry entry) -> entry.range().bits())
                        .reversed())
                .toList();
    }

    /** Returns the node at an address; empty if no range contains it. */
    public Optional<PlacedNode> find(InetAddress address) {
        byte[] octets = address.getAddress();
        return entries.stream()
                .filter(entry -> entry.range().contains(octets))
                .findFirst()
                .map(entry -> entry.node(address));
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }
}
