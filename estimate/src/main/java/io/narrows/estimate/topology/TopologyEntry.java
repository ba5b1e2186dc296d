package io.narrows.estimate.topology;

import io.narrows.config.AddressRange;
import io.narrows.config.Location;
import java.net.InetAddress;
import java.util.Optional;

/**
 * A range of addresses with its place.
 *
 * @param name the node that has these addresses; empty if each address is a node of its own
 * @param host the host of that node; empty if each address is a host of its own
 */
public record TopologyEntry(
        AddressRange range, String region, String zone, Optional<String> name, Optional<String> host) {
    private static final String EXPECTED =
            "expected: CIDR=REGION/ZONE or CIDR=REGION/ZONE/HOST," + " such as 10.1.0.0/16=us-east-1/us-east-1a";

    /**
     * Parses {@code 10.1.0.0/16=us-east-1/us-east-1a} or, with a host, {@code 10.1.0.7=us-east-1/us-east-1a/db-1}.
     *
     * @throws IllegalArgumentException if the text is neither; the message says what was expected
     */
    public static TopologyEntry parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("\"" + text + "\" has no = (" + EXPECTED + ")");
        }
        AddressRange range = AddressRange.of(text.substring(0, equals));
        String[] parts = text.substring(equals + 1).split("/", -1);
        if (parts.length < 2 || parts.length > 3) {
            throw new IllegalArgumentException(
                    "\"" + text.substring(equals + 1) + "\" is not a place (" + EXPECTED + ")");
        }
        for (String part : parts) {
            if (part.isBlank()) {
                throw new IllegalArgumentException("\"" + text + "\" has an empty part (" + EXPECTED + ")");
            }
        }
        Optional<String> host = parts.length == 3 ? Optional.of(parts[2]) : Optional.empty();
        return new TopologyEntry(range, parts[0], parts[1], host, host);
    }

    /** Returns the entry of a node with one place. */
    static TopologyEntry of(AddressRange range, String name, Location place) {
        return new TopologyEntry(range, place.region(), place.zone(), Optional.of(name), Optional.of(place.host()));
    }

    /** Returns the node at an address of this range. */
    PlacedNode node(InetAddress address) {
        String text = address.getHostAddress();
        return new PlacedNode(name.orElse(text), new Location(region, zone, host.orElse(text)));
    }
}
