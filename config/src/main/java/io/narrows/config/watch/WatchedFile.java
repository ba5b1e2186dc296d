package io.narrows.config.watch;

import java.nio.file.Path;

/**
 * Detects complete changes of a file's contents. Completeness matters because half of a file that is being written in place
 * may be valid on its own. A change is complete if the file was renamed into place, if a symbolic link on its path was
 * swapped, or if the file did not change between two checks. Checks should be about a second apart. Not thread-safe.
 */
public final class WatchedFile {
    /** Result of a look. */
    public enum Look {
        /** The contents equal those in use. */
        SAME,
        /** The contents differ and may be incomplete. */
        CHANGING,
        /** The contents differ and are complete. */
        CHANGED
    }

    private final Path file;
    private FileState used;
    private FileState last;

    /** Creates a watch that considers the current contents to be in use. */
    public WatchedFile(Path file) {
        this.file = file;
        this.used = FileState.of(file);
        this.last = used;
    }

    /** Compares the file with the contents in use. */
    public Look look() {
        FileState before = last;
        last = FileState.of(file);
        if (last.sameContents(used)) {
            return Look.SAME;
        }
        return last.equals(before) || last.replaced(used) ? Look.CHANGED : Look.CHANGING;
    }

    /** Considers the contents of the last look to be in use; call before reading them. */
    public void use() {
        used = last;
    }

    /** Returns whether the file still has the contents in use. If not, anything read since {@link #use} may be incomplete. */
    public boolean unchanged() {
        return FileState.of(file).sameContents(used);
    }
}
