package io.narrows.config;

/**
 * The place that a peer's hello gave for it.
 *
 * @param encrypted whether the hello came over TLS, so that the peer has proved its id
 */
public record Announcement(Location place, boolean encrypted) {}
