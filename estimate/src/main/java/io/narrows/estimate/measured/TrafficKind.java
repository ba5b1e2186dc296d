package io.narrows.estimate.measured;

import java.util.Arrays;
import java.util.Optional;

/** Recorded traffic on which codecs were measured. */
public enum TrafficKind {
    /** All recordings together. */
    ANY("any"),
    ETCD("etcd"),
    POSTGRESQL("postgresql"),
    RATIS("ratis"),

    /** Pieces of the other recordings, as the demo plays them. */
    MIXED("mixed");

    private final String label;

    TrafficKind(String label) {
        this.label = label;
    }

    /** Returns the kind of a name; empty if there is none. */
    public static Optional<TrafficKind> of(String label) {
        return Arrays.stream(values()).filter(kind -> kind.label.equals(label)).findFirst();
    }

    /** Returns the name on the command line and in reports. */
    public String label() {
        return label;
    }
}
