package io.narrows.cli.cluster;

import java.util.Comparator;

/** From one zone to another. */
record ZonePair(String from, String to) implements Comparable<ZonePair> {
    /** The two zones whichever way, as they are shown. */
    String link() {
        return from.compareTo(to) <= 0 ? from + " - " + to : to + " - " + from;
    }

    @Override
    public int compareTo(ZonePair other) {
        return Comparator.comparing(ZonePair::from).thenComparing(ZonePair::to).compare(this, other);
    }
}
