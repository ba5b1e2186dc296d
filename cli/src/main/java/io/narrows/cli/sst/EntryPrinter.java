package io.narrows.cli.sst;

import io.narrows.storage.EntryType;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import java.util.Locale;

/** A sink for the entries of a file. */
interface EntryPrinter {
    void entry(Slice key, long sequence, EntryType type, Slice value);

    void rangeDelete(RangeTombstone tombstone);

    /** Returns a label such as {@code single-delete}. */
    static String label(EntryType type) {
        return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
