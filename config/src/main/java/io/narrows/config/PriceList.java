package io.narrows.config;

import java.util.Optional;

/** A provider's prices for traffic between two of its regions. docs/tariffs.md has the source of each figure. */
interface PriceList {
    /** Returns what a node in {@code from} pays for its traffic with a node in another region; empty if there is no figure. */
    Optional<Price> between(String from, String to);

    /** Returns whether there is a figure for traffic of the region with at least one other. */
    boolean knows(String region);

    /** Returns the lowest price between any two regions, which stands in where there is no figure. */
    Price lowest();
}
