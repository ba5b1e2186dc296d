package io.narrows.cli.sst;

import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableIterator;
import io.narrows.storage.sst.TableReader;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A range of the entries of a file.
 *
 * @param from first user key; empty for the first of the file
 * @param to end of the range, exclusive; empty for the end of the file
 * @param limit maximum number of entries
 */
record Scan(Optional<Slice> from, Optional<Slice> to, long limit) {
    /**
     * Prints range deletions that overlap the range, then entries by key.
     *
     * @param goOn called before each of them; printing ends when it returns false
     */
    void run(TableReader table, EntryPrinter printer, BooleanSupplier goOn) throws IOException {
        long left = limit;
        for (RangeTombstone tombstone : table.rangeTombstones()) {
            if (reaches(tombstone) && left > 0 && goOn.getAsBoolean()) {
                printer.rangeDelete(tombstone);
                left--;
            }
        }
        TableIterator entries = table.iterator();
        for (begin(entries); left > 0 && isWithin(entries) && goOn.getAsBoolean(); entries.next()) {
            printer.entry(entries.userKey(), entries.sequence(), entries.type(), entries.value());
            left--;
        }
    }

    private void begin(TableIterator entries) throws IOException {
        if (from.isPresent()) {
            entries.seek(from.get());
        } else {
            entries.seekToFirst();
        }
    }

    private boolean isWithin(TableIterator entries) {
        return entries.isValid() && (to.isEmpty() || entries.userKey().compareTo(to.get()) < 0);
    }

    private boolean reaches(RangeTombstone tombstone) {
        return (from.isEmpty() || from.get().compareTo(tombstone.end()) < 0)
                && (to.isEmpty() || tombstone.begin().compareTo(to.get()) < 0);
    }
}
