package io.narrows.config;

import io.narrows.codec.Codec;
import java.util.Collections;
import java.util.EnumSet;
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
 */
public record Peer(
        PeerId id,
        Optional<Location> location,
        HostPort link,
        Map<TargetName, HostPort> addresses,
        Set<Codec> refusedCodecs) {
    public Peer {
        addresses = Ordered.copy(addresses);
        refusedCodecs = Collections.unmodifiableSet(
                refusedCodecs.isEmpty() ? EnumSet.noneOf(Codec.class) : EnumSet.copyOf(refusedCodecs));
    }
}
