package io.narrows.cli.cluster;

import java.util.Comparator;

/** From one zone to another. */
record Way(String from, String to) implements Comparable<Way> {
    /** The two zones whichever way, as they are shown. */
    String link() {
        return from.compareTo(to) <= 0 ? from + " - " + to : to + " - " + from;
    }

    @Override
    public int compareTo(Way other) {
        return Comparator.comparing(Way::from).thenComparing(Way::to).compare(this, other);
    }
}
