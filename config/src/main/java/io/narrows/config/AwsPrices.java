package io.narrows.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Prices of Amazon EC2. The sender's region decides, except for traffic between the two regions of the US East. */
final class AwsPrices implements PriceList {
    private static final Set<String> US_EAST = Set.of("us-east-1", "us-east-2");
    private static final Price WITHIN_US_EAST = sent(0.01);

    private final Map<String, Price> bySender = new HashMap<>();

    AwsPrices() {
        put(0.02, "us-east-1", "us-east-2", "us-west-1", "us-west-2", "ca-central-1", "ca-west-1");
        put(0.02, "eu-central-1", "eu-north-1", "eu-south-1", "eu-west-1", "eu-west-2", "eu-west-3");
        put(0.03, "us-gov-east-1", "us-gov-west-1");
        put(0.08, "ap-northeast-2", "il-central-1");
        put(0.086, "ap-south-1", "ap-south-2");
        put(0.09, "ap-east-1", "ap-northeast-1", "ap-northeast-3", "ap-southeast-1");
        put(0.098, "ap-southeast-2");
        put(0.10, "ap-southeast-3");
        put(0.1105, "me-south-1");
        put(0.138, "sa-east-1");
        put(0.147, "af-south-1");
    }

    private void put(double usd, String... senders) {
        for (String sender : senders) {
            bySender.put(sender, sent(usd));
        }
    }

    private static Price sent(double usd) {
        return new Price(usd, 0, GbUnit.GB);
    }

    @Override
    public Optional<Price> between(String from, String to) {
        if (!knows(to)) {
            return Optional.empty();
        }
        return US_EAST.contains(from) && US_EAST.contains(to)
                ? Optional.of(WITHIN_US_EAST)
                : Optional.ofNullable(bySender.get(from));
    }

    @Override
    public boolean knows(String region) {
        return bySender.containsKey(region);
    }

    @Override
    public Price lowest() {
        return WITHIN_US_EAST;
    }
}
