package io.narrows.storage.db;

/** Handling of a log that is damaged before its end when a database is opened. */
public enum WalRecovery {
    /**
     * Refuses to open and names file and offset. A truncated last record does not count as damage, because it was
     * never acknowledged.
     */
    REFUSE_DAMAGE,
    /** Opens the database as it was before the first damaged record and drops all later writes. */
    POINT_IN_TIME
}
