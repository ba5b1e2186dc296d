package io.narrows.storage.compaction;

import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.version.FileMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits the output of a job into files. A file ends at the target size, or when it overlaps too much of the next lower
 * level, but never between entries of one user key. Range deletions are split at the same keys: each file gets the
 * parts between its first user key and that of the next file, and its bounds include them; so neighbors do not overlap,
 * and no deletion extends beyond the bounds of its file. Not thread-safe.
 */
final class TableOutputs {
    private final OutputFiles files;
    private final long targetSize;
    private final GrandparentOverlap overlap;
    private final long epoch;
    private final List<FileMetadata> finished = new ArrayList<>();

    /** Range deletions, sorted by begin, that extend to or past the beginning of the current file. */
    private List<RangeTombstone> tombstones = List.of();

    /** Null before the first entry, and after a failure. */
    private @Nullable OutputTable table;

    private long entries;

    TableOutputs(OutputFiles files, long targetSize, GrandparentOverlap overlap, long epoch) {
        this.files = files;
        this.targetSize = targetSize;
        this.overlap = overlap;
        this.epoch = epoch;
    }

    /** Writes a single file of any size. */
    static TableOutputs single(OutputFiles files, long epoch) {
        return new TableOutputs(files, Long.MAX_VALUE, new GrandparentOverlap(List.of(), Long.MAX_VALUE), epoch);
    }

    /** Writes all surviving entries; call it once. Writes no file if there are none. */
    List<FileMetadata> write(OutputRules rules) throws IOException {
        tombstones = rules.survivingTombstones();
        try {
            while (rules.next()) {
                add(rules);
            }
            finish();
            return List.copyOf(finished);
        } finally {
            if (table != null) {
                table.close(); // unfinished
            }
        }
    }

    private void add(OutputRules rules) throws IOException {
        Slice userKey = rules.userKey();
        if (rules.startsKey()) {
            boolean overlapsMuch = overlap.endsBefore(userKey);
            if (table != null && (overlapsMuch || table.bytes() >= targetSize)) {
                cut(table, Slice.of(userKey.toByteArray()));
            }
        }
        if (table == null) {
            table = files.create();
        }
        table.add(userKey, rules.trailer(), rules.value());
        entries++;
    }

    /** Ends the current file before a user key. */
    private void cut(OutputTable current, Slice end) throws IOException {
        List<RangeTombstone> behind = new ArrayList<>();
        for (RangeTombstone tombstone : tombstones) {
            boolean goesOn = tombstone.end().compareTo(end) > 0;
            if (tombstone.begin().compareTo(end) >= 0) {
                behind.add(tombstone);
            } else if (goesOn) {
                current.addTombstone(new RangeTombstone(tombstone.begin(), end, tombstone.sequence()));
                behind.add(new RangeTombstone(end, tombstone.end(), tombstone.sequence()));
            } else {
                current.addTombstone(tombstone);
            }
        }
        tombstones = behind;
        finish(current);
        overlap.restart();
    }

    private void finish() throws IOException {
        if (table == null && !tombstones.isEmpty()) {
            table = files.create();
        }
        OutputTable last = table;
        if (last != null) {
            for (RangeTombstone tombstone : tombstones) {
                last.addTombstone(tombstone);
            }
            finish(last);
        }
    }

    private void finish(OutputTable current) throws IOException {
        finished.add(current.finish(epoch));
        table = null;
    }

    /** Returns the number of entries written, without range deletions. */
    long entries() {
        return entries;
    }
}
