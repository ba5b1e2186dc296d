package io.narrows.config;

/**
 * A member of the group of bundled stores, as this node reaches it.
 *
 * @param address what all members call it, {@code store-2:2380}: its name leads to itself at home and to the local sidecar
 *     elsewhere
 * @param via the local address that the name stands for on this node, on loopback
 */
public record StoreMember(HostPort address, HostPort via) {}
