package io.narrows.config.yaml;

import java.util.List;
import java.util.TreeSet;

/** Collects the problems of one file, and the former names of keys in it, while it is read. Not thread-safe. */
public final class Problems {
    private static final int MOST = 1000;

    private final TreeSet<Problem> found = new TreeSet<>();
    private final TreeSet<RenamedKey> renamed = new TreeSet<>();

    /** Reports a problem. Beyond a thousand, only the fact that there are more is kept. */
    public void report(Place place, String wrong, String expected) {
        add(new Problem(place, wrong, expected));
    }

    /** Reports that what a valid value stands for is not available now. */
    void unavailable(Place place, String wrong, String expected) {
        add(new Problem(place, wrong, expected, true));
    }

    private void add(Problem problem) {
        if (found.size() < MOST) {
            found.add(problem);
        } else if (found.size() == MOST) {
            found.add(new Problem(problem.place(), "too many errors; the rest are not shown", "a configuration"));
        }
    }

    void renamed(RenamedKey key) {
        renamed.add(key);
    }

    public boolean none() {
        return found.isEmpty();
    }

    /** Returns all problems without duplicates, in file order. */
    public List<Problem> sorted() {
        return List.copyOf(found);
    }

    /** Returns the former names of keys, in file order. */
    public List<RenamedKey> renamedKeys() {
        return List.copyOf(renamed);
    }
}
