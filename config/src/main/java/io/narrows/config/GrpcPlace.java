package io.narrows.config;

import java.util.List;

/**
 * Addresses from which a node of one place calls or answers.
 *
 * @param peer what metrics call it: the id of a peer, or a name of the user's for others
 */
public record GrpcPlace(String peer, Location location, List<AddressRange> addresses) {
    public GrpcPlace {
        addresses = List.copyOf(addresses);
    }
}
