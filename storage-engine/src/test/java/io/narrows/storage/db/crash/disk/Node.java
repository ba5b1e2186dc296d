package io.narrows.storage.db.crash.disk;

/** What a name stands for. A file may have several names. */
sealed interface Node permits FileNode, DirectoryNode {
    /** How many forces of it have failed. */
    int failedForces();

    /** Forces it without success. */
    void forceFailed();
}
