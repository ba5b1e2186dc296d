package io.narrows.config;

/** The database node that this sidecar serves. */
public record Node(PeerId id, Location location) {}
