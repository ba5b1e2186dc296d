package io.narrows.lab.sidecar;

import java.util.Comparator;
import java.util.List;

/**
 * Traffic of one class in one direction.
 *
 * @param from the sending region or zone
 * @param to the receiving region or zone
 */
public record Route(String from, String to, String trafficClass) implements Comparable<Route> {
    private static final String CONTROL = "control";

    /** Classes with the most traffic first; others follow, and the links' own messages come last. */
    private static final List<String> ORDER = List.of("replication", "bulk", "heartbeat", "default");

    /** Returns whether the route has the links' own messages. */
    public boolean control() {
        return trafficClass.equals(CONTROL);
    }

    @Override
    public int compareTo(Route other) {
        return Comparator.comparingInt(Route::rank)
                .thenComparing(Route::trafficClass)
                .thenComparing(Route::to)
                .thenComparing(Route::from)
                .compare(this, other);
    }

    private int rank() {
        int known = ORDER.indexOf(trafficClass);
        return control() ? ORDER.size() + 1 : known < 0 ? ORDER.size() : known;
    }
}
