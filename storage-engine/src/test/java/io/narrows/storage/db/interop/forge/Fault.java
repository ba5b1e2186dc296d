package io.narrows.storage.db.interop.forge;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A fault, or merely a peculiarity, of a directory, and the result of opening it.
 *
 * @param words parts of the exception's message; empty if it opens
 * @param rows content if it opens
 */
record Fault(String name, Consumer<ForgedDirectory> change, List<String> words, Map<String, Map<String, String>> rows) {
    static Fault refused(String name, Consumer<ForgedDirectory> change, String... words) {
        if (words.length == 0) {
            throw new IllegalArgumentException("refused without a word: " + name);
        }
        return new Fault(name, change, List.of(words), Map.of());
    }

    /** Creates a fault that loses no data. */
    static Fault harmless(String name, Consumer<ForgedDirectory> change) {
        return reads(name, change, ForgedDirectory.rows());
    }

    static Fault reads(String name, Consumer<ForgedDirectory> change, Map<String, Map<String, String>> rows) {
        return new Fault(name, change, List.of(), rows);
    }

    boolean isRefused() {
        return !words.isEmpty();
    }

    @Override
    public String toString() {
        return name + (isRefused() ? " is refused" : " is read");
    }
}
