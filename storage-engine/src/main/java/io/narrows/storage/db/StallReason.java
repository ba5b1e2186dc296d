package io.narrows.storage.db;

import java.util.Locale;

/** A reason for a write to wait. */
public enum StallReason {
    /** As many memtables wait for a flush as the options allow. */
    MEMTABLES,
    /** Level 0 has as many files as the options allow. */
    LEVEL0,
    /** As many bytes are pending compaction as the options allow. */
    PENDING_BYTES;

    /** Returns the lower-case name used in metrics and tables. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
