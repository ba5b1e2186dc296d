package io.narrows.config;

/** The price that a node in {@code from} pays for its traffic with a node in {@code to}. */
public record RegionPrice(String from, String to, Price price) {}
