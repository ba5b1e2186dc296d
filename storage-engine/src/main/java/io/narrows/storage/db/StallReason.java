package io.narrows.storage.db;

import java.util.Locale;

/** A reason for a write to wait. */
public enum StallReason {
    /** The maximum number of memtables is waiting for a flush. */
    MEMTABLES,
    /** Level 0 has the maximum number of files. */
    LEVEL0,
    /** The maximum number of bytes is pending compaction. */
    PENDING_BYTES;

    /** Returns the lower-case name used in metrics and tables. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
