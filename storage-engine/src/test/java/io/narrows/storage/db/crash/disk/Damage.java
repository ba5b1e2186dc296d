package io.narrows.storage.db.crash.disk;

/** How far the bytes that were not forced may be damaged by a power loss. */
public enum Damage {
    /**
     * They reach the disk from the first to the last: a prefix of them is there, whose last sector may be garbage or zeros,
     * and the file may be longer than the prefix, with zeros behind it.
     */
    TAILS,

    /** Sectors of them reach the disk in any order: what is there may follow what is not. */
    SECTORS
}
