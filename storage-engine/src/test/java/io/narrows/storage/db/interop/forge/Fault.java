package io.narrows.storage.db.interop.forge;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Something that is wrong, or only unusual, with a directory, and what opening it does.
 *
 * @param words what the message of the refusal says; empty when it opens
 * @param rows what it has when it opens
 */
record Fault(String name, Consumer<ForgedDirectory> change, List<String> words, Map<String, Map<String, String>> rows) {
    static Fault refused(String name, Consumer<ForgedDirectory> change, String... words) {
        if (words.length == 0) {
            throw new IllegalArgumentException("refused without a word: " + name);
        }
        return new Fault(name, change, List.of(words), Map.of());
    }

    /** One that costs nothing. */
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
