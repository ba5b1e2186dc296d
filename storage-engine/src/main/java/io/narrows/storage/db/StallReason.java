package io.narrows.storage.db;

import java.util.Locale;

/** Why a write had to wait. */
public enum StallReason {
    /** As many memtables wait for their flush as the options allow. */
    MEMTABLES,
    /** Level 0 has as many files as the options allow. */
    LEVEL0,
    /** Compaction is behind by as many bytes as the options allow. */
    PENDING_BYTES;

    /** The name in metrics and tables, lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
