package io.narrows.storage.db;

/** What opening a database does when its log is damaged before its end. */
public enum WalRecovery {
    /** It refuses, and names file and offset. A last record that was cut off is none: nobody was told that it is there. */
    REFUSE_DAMAGE,
    /** It opens the database as it was before the first damaged record, and drops what came later. */
    POINT_IN_TIME
}
