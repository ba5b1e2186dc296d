package io.narrows.config;

import java.util.Map;

/** The distance between two nodes, nearest first. */
public enum Tier {
    SAME_HOST("same-host"),
    SAME_ZONE("same-zone"),
    CROSS_ZONE("cross-zone"),
    CROSS_REGION("cross-region");

    static final Map<String, Tier> BY_LABEL = Ordered.by(Tier::label, values());

    private final String label;

    Tier(String label) {
        this.label = label;
    }

    /** Returns the name in files, metrics and messages. */
    public String label() {
        return label;
    }

    /**
     * Returns the distance of two locations. Equal zones count only within the same region, and equal hosts within the same
     * zone, since names may repeat elsewhere.
     */
    public static Tier between(Location a, Location b) {
        if (!a.region().equals(b.region())) {
            return CROSS_REGION;
        }
        if (!a.zone().equals(b.zone())) {
            return CROSS_ZONE;
        }
        return a.host().equals(b.host()) ? SAME_HOST : SAME_ZONE;
    }
}
