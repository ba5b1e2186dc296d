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
final class TableOutputs implements AutoCloseable {
    private final OutputFiles files;
    private final long targetSize;
    private final GrandparentOverlap overlap;
    private final long epoch;
    private final List<FileMetadata> finished = new ArrayList<>();

    /** In order of begin: those that reach to or behind where the current file begins. */
    private List<RangeTombstone> tombstones;

    /** None before the first entry, and after a failure. */
    private OutputTable table;

    private long entries;

    /** @param tombstones in order of begin */
    TableOutputs(
            OutputFiles files,
            long targetSize,
            GrandparentOverlap overlap,
            List<RangeTombstone> tombstones,
            long epoch) {
        this.files = files;
        this.targetSize = targetSize;
        this.overlap = overlap;
        this.tombstones = tombstones;
        this.epoch = epoch;
    }

    /** @param startsKey whether no entry of the user key has been added before */
    void add(Slice userKey, long trailer, Slice value, boolean startsKey) throws IOException {
        if (startsKey) {
            boolean overlapsMuch = overlap.endsBefore(userKey);
            if (table != null && (overlapsMuch || table.bytes() >= targetSize)) {
                cut(Slice.of(userKey.toByteArray()));
            }
        }
        if (table == null) {
            table = files.create();
        }
        table.add(userKey, trailer, value);
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

    private void finishTable() throws IOException {
        finished.add(table.finish(epoch));
        entries += table.entries();
        table = null;
    }

    /** Ends the last file. There is none at all when nothing has survived. */
    List<FileMetadata> finish() throws IOException {
        if (table == null && !tombstones.isEmpty()) {
            table = files.create();
        }
        if (table != null) {
            for (RangeTombstone tombstone : tombstones) {
                table.addTombstone(tombstone);
            }
            finishTable();
        }
        return List.copyOf(finished);
    }

    /** Entries of all files that are finished, range deletions included. */
    long entries() {
        return entries;
    }

    /** Gives up the current file, if it is not finished. */
    @Override
    public void close() throws IOException {
        if (table != null) {
            table.close();
            table = null;
        }
    }
}
