package io.narrows.config;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Prices of Google Cloud for traffic between virtual machines: the two areas decide, in either direction. */
final class GcpPrices implements PriceList {
    private static final Price WITHIN_NORTH_AMERICA = sent(0.02);
    private static final Map<GcpArea, Price> WITHIN = Map.of(
            GcpArea.NORTH_AMERICA, WITHIN_NORTH_AMERICA,
            GcpArea.EUROPE, sent(0.02),
            GcpArea.ASIA, sent(0.08),
            GcpArea.OCEANIA, sent(0.08),
            GcpArea.SOUTH_AMERICA, sent(0.14));
    private static final Set<GcpArea> ATLANTIC = Set.of(GcpArea.NORTH_AMERICA, GcpArea.EUROPE);
    private static final Price ACROSS_THE_ATLANTIC = sent(0.05);
    private static final Price BETWEEN_CONTINENTS = sent(0.08);
    private static final Price WITH_INDONESIA_OR_OCEANIA = sent(0.10);

    private static Price sent(double usd) {
        return new Price(usd, 0, GbUnit.GIB);
    }

    @Override
    public Optional<Price> between(String from, String to) {
        return GcpArea.of(from).flatMap(sender -> GcpArea.of(to).map(receiver -> between(sender, receiver)));
    }

    private static Price between(GcpArea one, GcpArea other) {
        Price within = WITHIN.get(one);
        if (one == other && within != null) {
            return within;
        }
        Set<GcpArea> both = EnumSet.of(one, other);
        if (both.contains(GcpArea.INDONESIA) || both.contains(GcpArea.OCEANIA)) {
            return WITH_INDONESIA_OR_OCEANIA;
        }
        return both.equals(ATLANTIC) ? ACROSS_THE_ATLANTIC : BETWEEN_CONTINENTS;
    }

    @Override
    public boolean knows(String region) {
        return GcpArea.of(region).isPresent();
    }

    @Override
    public Price lowest() {
        return WITHIN_NORTH_AMERICA;
    }
}
