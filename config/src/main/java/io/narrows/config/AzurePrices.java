package io.narrows.config;

import java.util.Optional;

/** Prices of Azure for bandwidth between regions over public addresses. The sender's continent decides. */
final class AzurePrices implements PriceList {
    private static final Price NEAR = sent(0.02);

    private static Price sent(double usd) {
        return new Price(usd, 0, GbUnit.GB);
    }

    @Override
    public Optional<Price> between(String from, String to) {
        return AzureContinent.of(from)
                .flatMap(sender -> AzureContinent.of(to).map(receiver -> between(sender, receiver)));
    }

    private static Price between(AzureContinent sender, AzureContinent receiver) {
        return switch (sender) {
            case NORTH_AMERICA, EUROPE -> sender == receiver ? NEAR : sent(0.05);
            case ASIA, OCEANIA, MIDDLE_EAST_AND_AFRICA -> sent(0.08);
            case SOUTH_AMERICA -> sent(0.16);
        };
    }

    @Override
    public boolean knows(String region) {
        return AzureContinent.of(region).isPresent();
    }

    @Override
    public Price lowest() {
        return NEAR;
    }
}
