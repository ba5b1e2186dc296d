package io.narrows.proxy.hub;

import io.narrows.config.HostPort;

/** The loopback addresses of a hub and its peers: a network for the hub and its targets, and an address for each peer. */
final class HubAddresses {
    /** The system property with the second octet of all addresses. */
    static final String NETWORK_PROPERTY = "narrows.hub.network";

    private static final String NETWORK = "127." + Integer.getInteger(NETWORK_PROPERTY, 77);

    static final HostPort LINK = new HostPort(NETWORK + ".0.1", 15_000);
    static final HostPort ADMIN = new HostPort(NETWORK + ".0.1", 9_901);

    /** Echoes immediately. */
    static final HostPort PROMPT = new HostPort(NETWORK + ".0.2", 9_000);

    /** Echoes, but reads rarely. */
    static final HostPort SLOW = new HostPort(NETWORK + ".0.2", 9_001);

    /** Never reads. */
    static final HostPort DEAF = new HostPort(NETWORK + ".0.2", 9_002);

    private HubAddresses() {}

    /** @param number from 1 to 1000 */
    static HostPort ofPeer(int number) {
        return new HostPort("%s.%d.%d".formatted(NETWORK, 10 + number / 250, 1 + number % 250), 15_000);
    }

    /** @param number from 1 */
    static HostPort ofHostile(int number) {
        return new HostPort(NETWORK + ".2." + number, 15_000);
    }
}
