package io.narrows.estimate.flow;

import io.narrows.config.Location;
import java.util.Comparator;

/** A zone of a region. */
public record Zone(String region, String zone) implements Comparable<Zone> {
    private static final Comparator<Zone> ORDER =
            Comparator.comparing(Zone::region).thenComparing(Zone::zone);

    /** Returns the zone of a node. */
    public static Zone of(Location location) {
        return new Zone(location.region(), location.zone());
    }

    @Override
    public int compareTo(Zone other) {
        return ORDER.compare(this, other);
    }

    /** Returns {@code us-east-1/us-east-1a}. */
    @Override
    public String toString() {
        return region + "/" + zone;
    }
}
