package io.narrows.config;

/** The database node that this sidecar stands beside. */
public record Node(String id, Location location) {}
