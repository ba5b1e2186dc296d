package io.narrows.config;

import io.narrows.codec.Codec;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Another node, reached through its own sidecar.
 *
 * @param location its place; empty if the file leaves that to the peer's hello
 * @param link link address of the peer's sidecar
 * @param addresses by target, the address that the database itself uses for the peer; CONNECT requests may name these
 * @param refusedCodecs codecs whose frames are not accepted from the peer
 * @param ips the node's own addresses, by which databases connect to it and from which it connects; empty if they are the
 *     hosts of {@code addresses} and {@code link}
 * @param fallback what happens to connections while the peer's sidecar cannot be reached; empty leaves it to the policy
 * @param allowDowngrade whether a fallback may send in plain text what TLS has protected or would protect
 * @param source the source that found the peer; empty if the file lists it
 */
public record Peer(
        PeerId id,
        Optional<Location> location,
        HostPort link,
        Map<TargetName, HostPort> addresses,
        Set<Codec> refusedCodecs,
        List<IpAddress> ips,
        Optional<Fallback> fallback,
        boolean allowDowngrade,
        Optional<PeerSource> source) {
    public Peer {
        ips = List.copyOf(ips);
        addresses = Ordered.copy(addresses);
        refusedCodecs = Collections.unmodifiableSet(
                refusedCodecs.isEmpty() ? EnumSet.noneOf(Codec.class) : EnumSet.copyOf(refusedCodecs));
    }

    /** Returns the same peer as another source finds it. */
    Peer foundBy(PeerSource other) {
        return new Peer(
                id,
                location,
                link,
                addresses,
                refusedCodecs,
                ips,
                other.fallback(),
                other.allowDowngrade(),
                Optional.of(other));
    }

    /**
     * Returns the hosts that are this node's own, IP addresses or names: databases connect to it by them, and it connects
     * from them.
     */
    public Set<String> hosts() {
        Set<String> hosts = new LinkedHashSet<>();
        if (ips.isEmpty()) {
            addresses.values().forEach(address -> hosts.add(address.host()));
            hosts.add(link.host());
        } else {
            ips.forEach(ip -> hosts.add(ip.toString()));
        }
        return hosts;
    }

    /** Returns all hosts that the configuration has for this node, those by which only some databases connect to it too. */
    public Set<String> allHosts() {
        Set<String> hosts = new LinkedHashSet<>(hosts());
        addresses.values().forEach(address -> hosts.add(address.host()));
        hosts.add(link.host());
        return hosts;
    }
}
