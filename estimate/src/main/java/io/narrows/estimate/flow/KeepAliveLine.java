package io.narrows.estimate.flow;

import io.narrows.config.Tier;
import io.narrows.estimate.measured.Range;

/**
 * Bytes that keep links alive which carry nothing else, per month.
 *
 * @param pairs pairs of nodes
 * @param gb bytes of IP in both directions, in the tariff's gigabytes
 */
public record KeepAliveLine(Tier tier, double pairs, Range gb, Range usd) {
    KeepAliveLine plus(KeepAliveLine other) {
        return new KeepAliveLine(tier, pairs + other.pairs, gb.plus(other.gb), usd.plus(other.usd));
    }
}
