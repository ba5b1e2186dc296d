package io.narrows.storage.db;

import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts the views that use each table. A table without users is obsolete. Thread-safe. */
final class LiveFiles {
    private final Map<Long, Integer> uses = new HashMap<>();

    synchronized void retain(Version version) {
        for (int level = 0; level < version.levels(); level++) {
            for (FileMetadata file : version.level(level)) {
                uses.merge(file.number(), 1, Integer::sum);
            }
        }
    }

    /** Releases a version and returns the numbers of the tables that are now unused. */
    synchronized List<Long> release(Version version) {
        List<Long> obsolete = new ArrayList<>();
        for (int level = 0; level < version.levels(); level++) {
            for (FileMetadata file : version.level(level)) {
                long number = file.number();
                if (uses.compute(number, (key, count) -> count == 1 ? null : count - 1) == null) {
                    obsolete.add(number);
                }
            }
        }
        return obsolete;
    }
}
