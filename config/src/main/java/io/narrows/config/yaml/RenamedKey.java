package io.narrows.config.yaml;

/**
 * A former name of a key in a file. It works for one release.
 *
 * @param place of the former name
 * @param former with its section, such as {@code store.data}
 * @param present with its section
 */
public record RenamedKey(Place place, String former, String present) implements Comparable<RenamedKey> {
    @Override
    public int compareTo(RenamedKey other) {
        int order = place.compareTo(other.place);
        return order == 0 ? former.compareTo(other.former) : order;
    }

    /** Returns {@code narrows.yaml:12:7: store.data is now store.data-dir}, with the consequence. */
    @Override
    public String toString() {
        return place + ": " + former + " is now " + present + "; the next release will reject the former name";
    }
}
