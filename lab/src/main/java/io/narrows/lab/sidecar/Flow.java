package io.narrows.lab.sidecar;

import java.util.Comparator;

/** The part of a route's traffic that goes through one codec. */
public record Flow(Route route, String codec) implements Comparable<Flow> {
    @Override
    public int compareTo(Flow other) {
        return Comparator.comparing(Flow::route).thenComparing(Flow::codec).compare(this, other);
    }
}
