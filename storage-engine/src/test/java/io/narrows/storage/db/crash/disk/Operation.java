package io.narrows.storage.db.crash.disk;

/** What changes a disk. Each may fail, and may be the last before the power is lost. */
public enum Operation {
    CREATE,
    WRITE,
    TRUNCATE,
    FORCE,
    FORCE_DIRECTORY,
    RENAME,
    DELETE,
    LINK,
    CREATE_DIRECTORY
}
