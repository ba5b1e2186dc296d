package io.narrows.estimate.topology;

import io.narrows.config.Location;

/** A node of a capture: its name in the report, and its place. */
public record PlacedNode(String name, Location location) {}
