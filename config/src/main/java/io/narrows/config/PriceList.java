package io.narrows.config;

import java.util.Optional;

/** A provider's prices for traffic between two of its regions. See docs/tariffs.md for the source of each figure. */
interface PriceList {
    /**
     * Returns the price that a node in {@code from} pays for traffic with a node in another region; empty if there is no
     * figure.
     */
    Optional<Price> between(String from, String to);

    /** Returns whether there is a figure for the region's traffic with at least one other. */
    boolean knows(String region);

    /** Returns the lowest price between any two regions, used where there is no figure. */
    Price lowest();
}
