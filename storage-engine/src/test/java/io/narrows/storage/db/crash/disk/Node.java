package io.narrows.storage.db.crash.disk;

/** What a name stands for. A file may have several names. */
sealed interface Node permits FileNode, DirectoryNode {}
