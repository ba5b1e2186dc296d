package io.narrows.tests.databases;

import java.time.Duration;
import java.util.List;

/** The distance between machines. The places repeat: the fourth machine is at the place of the first, and so on. */
enum Distance {
    ZONES("zones, 1 ms", Duration.ofMillis(1), List.of("us-east-1", "us-east-1", "us-east-1")),
    REGIONS("regions, 40 ms", Duration.ofMillis(40), List.of("us-east-1", "us-west-2", "ca-central-1"));

    private static final List<String> ZONE_IDS = List.of("use1-az1", "use1-az2", "use1-az4");

    private final String label;
    private final Duration roundTrip;
    private final List<String> regions;

    Distance(String label, Duration roundTrip, List<String> regions) {
        this.label = label;
        this.roundTrip = roundTrip;
        this.regions = regions;
    }

    String label() {
        return label;
    }

    Duration oneWay() {
        return roundTrip.dividedBy(2);
    }

    /** Returns the place of a node as in the cluster file. */
    String place(int number) {
        int place = (number - 1) % regions.size();
        String region = regions.get(place);
        return this == ZONES
                ? "region: %s, zone: %s".formatted(region, ZONE_IDS.get(place))
                : "region: %s, zone: %s-a".formatted(region, region);
    }
}
