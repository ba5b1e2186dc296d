package io.narrows.config;

import java.util.List;

/**
 * Addresses that nodes of one place call or answer from.
 *
 * @param peer the name in metrics: the id of a peer, or a user-defined name
 */
public record GrpcPlace(PeerId peer, Location location, List<AddressRange> addresses) {
    public GrpcPlace {
        addresses = List.copyOf(addresses);
    }
}
