package io.narrows.lab.cluster;

import java.util.Comparator;

/** The direction from one zone to another. */
record ZonePair(String from, String to) implements Comparable<ZonePair> {
    /** Returns the display name of the two zones, the same for both directions. */
    String link() {
        return from.compareTo(to) <= 0 ? from + " - " + to : to + " - " + from;
    }

    @Override
    public int compareTo(ZonePair other) {
        return Comparator.comparing(ZonePair::from).thenComparing(ZonePair::to).compare(this, other);
    }
}
