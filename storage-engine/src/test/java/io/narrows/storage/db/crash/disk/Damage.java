package io.narrows.storage.db.crash.disk;

/** The kind of damage that a power loss may do to unforced bytes. */
public enum Damage {
    /**
     * Bytes reach the disk in order: a prefix of them is on disk, whose last sector may be garbage or zeros, and the file
     * may be longer than the prefix, padded with zeros.
     */
    TAILS,

    /** Sectors reach the disk in any order: later ones may be on disk without earlier ones. */
    SECTORS
}
