package io.narrows.storage.compaction;

import io.narrows.storage.version.FileMetadata;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Judges whether files whose entries let a filter drop older ones beneath are worth a compaction with the files beneath, which are
 * rewritten for it: if these have at most three times as many entries. If there are several, those that extend beyond the range
 * count with half of their entries, of which about so many are in the range; in full, they would keep files in place whose borders do
 * not meet theirs.
 *
 * @param entries number of entries of a file
 */
record SinkRule(ToLongFunction<FileMetadata> entries) {
    private static final int MOST_BENEATH = 3;

    /**
     * @param above at least one file of a level
     * @param beneath files of a lower level that overlap them
     */
    boolean isWorthIt(List<FileMetadata> above, List<FileMetadata> beneath) {
        KeyRange range = KeyRange.of(above);
        long halves = beneath.stream()
                .mapToLong(file -> (beneath.size() == 1 || range.contains(file) ? 2 : 1) * entries.applyAsLong(file))
                .sum();
        return 2 * MOST_BENEATH * above.stream().mapToLong(entries).sum() >= halves;
    }
}
