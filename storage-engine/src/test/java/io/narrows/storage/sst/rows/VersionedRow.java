package io.narrows.storage.sst.rows;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import java.util.Comparator;

/** What a file says of a key at a sequence number. They are ordered as files are: by key, then the youngest first. */
public record VersionedRow(Slice key, long sequence, EntryType type, Slice value) {
    public static final Comparator<VersionedRow> ORDER = Comparator.comparing(VersionedRow::key)
            .thenComparing(Comparator.comparingLong(VersionedRow::sequence).reversed());
}
