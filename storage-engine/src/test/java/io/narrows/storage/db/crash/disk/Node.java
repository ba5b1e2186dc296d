package io.narrows.storage.db.crash.disk;

/** The object that a name refers to. A file may have several names. */
sealed interface Node permits FileNode, DirectoryNode {
    /** Returns the number of its failed forces. */
    int failedForces();

    /** Records a failed force. */
    void forceFailed();
}
