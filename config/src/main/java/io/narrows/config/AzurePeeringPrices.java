package io.narrows.config;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Prices of Azure between peered virtual networks in two regions. Both ends pay for both directions, each at the rate of its
 * own region's billing zone.
 */
final class AzurePeeringPrices implements PriceList {
    private static final double ZONE_1 = 0.035;
    private static final double ZONE_2 = 0.09;

    @Override
    public Optional<Price> between(String from, String to) {
        return knows(from) && knows(to) ? Optional.of(bothWays(ofZone(from).getAsDouble())) : Optional.empty();
    }

    private static Price bothWays(double usd) {
        return new Price(usd, usd, GbUnit.GB);
    }

    /** Returns the price of a region's billing zone; empty for zone 3, for which the list has no figure. */
    private static OptionalDouble ofZone(String region) {
        Optional<AzureContinent> continent = AzureContinent.of(region);
        if (continent.isEmpty()) {
            return OptionalDouble.empty();
        }
        return switch (continent.get()) {
            case NORTH_AMERICA, EUROPE -> OptionalDouble.of(ZONE_1);
            case ASIA, OCEANIA -> OptionalDouble.of(region.startsWith("australiacentral") ? ZONE_1 : ZONE_2);
            case MIDDLE_EAST_AND_AFRICA, SOUTH_AMERICA -> OptionalDouble.empty();
        };
    }

    @Override
    public boolean knows(String region) {
        return ofZone(region).isPresent();
    }

    @Override
    public Price lowest() {
        return bothWays(ZONE_1);
    }
}
