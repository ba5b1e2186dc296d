package io.narrows.config;

/**
 * A member of the group of bundled stores, as this node reaches it.
 *
 * @param address the address that all members use, {@code store-2:2380}: the name resolves to the member itself on its own
 *     node and to the local sidecar elsewhere
 * @param via the local loopback address that the name resolves to on this node
 */
public record StoreMember(HostPort address, HostPort via) {}
