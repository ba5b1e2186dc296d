package io.narrows.config;

/** The database node that this sidecar serves. */
public record Node(String id, Location location) {}
