package io.narrows.config.yaml;

import java.util.List;
import java.util.TreeSet;

/** Collects the problems of one file while it is read. Not thread-safe. */
public final class Problems {
    private static final int MOST = 1000;

    private final TreeSet<Problem> found = new TreeSet<>();

    /** Reports a problem. Beyond a thousand, only the fact that there are more is kept. */
    public void report(Place place, String wrong, String expected) {
        if (found.size() < MOST) {
            found.add(new Problem(place, wrong, expected));
        } else if (found.size() == MOST) {
            found.add(new Problem(place, "too many errors; the rest are not shown", "a configuration"));
        }
    }

    public boolean none() {
        return found.isEmpty();
    }

    /** Returns all problems without duplicates, in file order. */
    public List<Problem> sorted() {
        return List.copyOf(found);
    }
}
