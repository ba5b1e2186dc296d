package io.narrows.storage.db.crash.disk;

/** The operations that change a disk. Each may fail, and may be the last before a power loss. */
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
