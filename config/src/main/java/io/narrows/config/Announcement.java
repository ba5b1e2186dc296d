package io.narrows.config;

/**
 * The place that a peer announced in its hello.
 *
 * @param encrypted whether the hello came over TLS, so that the peer has proved its id
 */
public record Announcement(Location place, boolean encrypted) {}
