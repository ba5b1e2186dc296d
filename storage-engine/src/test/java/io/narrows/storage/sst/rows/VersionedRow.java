package io.narrows.storage.sst.rows;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import java.util.Comparator;

/** An entry of a file for a key and sequence number. Rows are ordered as in files: by key, then the newest first. */
public record VersionedRow(Slice key, long sequence, EntryType type, Slice value) {
    public static final Comparator<VersionedRow> ORDER = Comparator.comparing(VersionedRow::key)
            .thenComparing(Comparator.comparingLong(VersionedRow::sequence).reversed());
}
