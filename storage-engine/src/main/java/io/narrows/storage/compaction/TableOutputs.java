package io.narrows.storage.compaction;

import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.version.FileMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts what a job writes into files. A file ends at the target size, or when it overlaps too much of the level below, and
 * never within the entries of a user key. Range deletions are cut at the same places: each file has what of them lies
 * between its first user key and that of the next file, and its bounds take that in; so neighbours stay apart, and no
 * deletion reaches beyond the bounds of its file. For one thread.
 */
final class TableOutputs {
    private final OutputFiles files;
    private final long targetSize;
    private final GrandparentOverlap overlap;
    private final long epoch;
    private final List<FileMetadata> finished = new ArrayList<>();

    /** In order of begin: those that reach to or behind where the current file begins. */
    private List<RangeTombstone> tombstones = List.of();

    /** None before the first entry, and after a failure. */
    private OutputTable table;

    private long entries;

    TableOutputs(OutputFiles files, long targetSize, GrandparentOverlap overlap, long epoch) {
        this.files = files;
        this.targetSize = targetSize;
        this.overlap = overlap;
        this.epoch = epoch;
    }

    /** One file, however large it becomes. */
    static TableOutputs single(OutputFiles files, long epoch) {
        return new TableOutputs(files, Long.MAX_VALUE, new GrandparentOverlap(List.of(), Long.MAX_VALUE), epoch);
    }

    /** Writes all that survives, once. There is no file at all when nothing does. */
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
                cut(Slice.of(userKey.toByteArray()));
            }
        }
        if (table == null) {
            table = files.create();
        }
        table.add(userKey, rules.trailer(), rules.value());
        entries++;
    }

    /** Ends the current file before a user key. */
    private void cut(Slice end) throws IOException {
        List<RangeTombstone> behind = new ArrayList<>();
        for (RangeTombstone tombstone : tombstones) {
            boolean goesOn = tombstone.end().compareTo(end) > 0;
            if (tombstone.begin().compareTo(end) >= 0) {
                behind.add(tombstone);
            } else if (goesOn) {
                table.addTombstone(new RangeTombstone(tombstone.begin(), end, tombstone.sequence()));
                behind.add(new RangeTombstone(end, tombstone.end(), tombstone.sequence()));
            } else {
                table.addTombstone(tombstone);
            }
        }
        tombstones = behind;
        finishTable();
        overlap.restart();
    }

    private void finish() throws IOException {
        if (table == null && !tombstones.isEmpty()) {
            table = files.create();
        }
        if (table != null) {
            for (RangeTombstone tombstone : tombstones) {
                table.addTombstone(tombstone);
            }
            finishTable();
        }
    }

    private void finishTable() throws IOException {
        finished.add(table.finish(epoch));
        table = null;
    }

    /** Entries that were written, range deletions not included. */
    long entries() {
        return entries;
    }
}
