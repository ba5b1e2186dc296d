package io.narrows.config;

import java.time.YearMonth;
import java.util.Map;

/**
 * A provider's list prices as they were in {@link #DATE}: an estimate to override, not a bill.
 *
 * <p>Traffic within a zone costs nothing anywhere. Between regions AWS bills most pairs alike; Google Cloud and Azure
 * tell continents apart. A region of unknown continent gets the lowest price, so that savings are not overstated.
 */
public enum Preset {
    AWS("aws", GbUnit.GB, 0.01, 0.01, 0.02, 0.02, 0.02),
    GCP("gcp", GbUnit.GIB, 0.01, 0.00, 0.02, 0.05, 0.08),
    AZURE("azure", GbUnit.GB, 0.00, 0.00, 0.02, 0.05, 0.08);

    public static final YearMonth DATE = YearMonth.of(2026, 11);

    static final Map<String, Preset> BY_LABEL = Ordered.by(Preset::label, values());

    private final String label;
    private final GbUnit unit;
    private final Price crossZone;
    private final Price near;
    private final Price transatlantic;
    private final Price far;

    Preset(
            String label,
            GbUnit unit,
            double zoneSent,
            double zoneReceived,
            double near,
            double transatlantic,
            double far) {
        this.label = label;
        this.unit = unit;
        this.crossZone = new Price(zoneSent, zoneReceived, unit);
        this.near = new Price(near, 0, unit);
        this.transatlantic = new Price(transatlantic, 0, unit);
        this.far = new Price(far, 0, unit);
    }

    /** The name in files, metrics and messages. */
    public String label() {
        return label;
    }

    /** What this provider's list means by a gigabyte. */
    public GbUnit unit() {
        return unit;
    }

    /** What a node at {@code from} pays for its traffic with a node at {@code to}. */
    Price price(Location from, Location to) {
        return switch (Tier.between(from, to)) {
            case SAME_HOST, SAME_ZONE -> new Price(0, 0, unit);
            case CROSS_ZONE -> crossZone;
            case CROSS_REGION -> crossRegion(Continent.of(from.region()), Continent.of(to.region()));
        };
    }

    private Price crossRegion(Continent from, Continent to) {
        if (from == Continent.UNKNOWN || to == Continent.UNKNOWN) {
            return near;
        }
        if (from == Continent.ELSEWHERE || to == Continent.ELSEWHERE) {
            return far;
        }
        return from == to ? near : transatlantic;
    }
}
