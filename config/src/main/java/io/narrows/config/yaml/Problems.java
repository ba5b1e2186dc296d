package io.narrows.config.yaml;

import java.util.List;
import java.util.TreeSet;

/** Collects what is wrong with one file while it is read. Not safe for use by several threads. */
public final class Problems {
    private final TreeSet<Problem> found = new TreeSet<>();

    public void report(Place place, String wrong, String expected) {
        found.add(new Problem(place, wrong, expected));
    }

    public boolean none() {
        return found.isEmpty();
    }

    /** All of them, each once, in the order of the file. */
    public List<Problem> sorted() {
        return List.copyOf(found);
    }
}
