package io.narrows.config.watch;

import java.nio.file.Path;

/**
 * Notices that a file has other contents than those in use, and that they are complete: a file that is being written in place may be
 * valid when half of it is there. A change is complete when the file was renamed into place, when a symbolic link on its path was
 * swapped, or when nothing of it has changed between two looks. Looks should be a second or so apart. Not thread-safe.
 */
public final class WatchedFile {
    /** What one look has found. */
    public enum Look {
        /** The contents are those in use. */
        SAME,
        /** The contents are others, and may not be complete. */
        CHANGING,
        /** The contents are others, and complete. */
        CHANGED
    }

    private final Path file;
    private FileState used;
    private FileState last;

    /** Takes the present contents for those in use. */
    public WatchedFile(Path file) {
        this.file = file;
        this.used = FileState.of(file);
        this.last = used;
    }

    /** Looks at the file as it is now. */
    public Look look() {
        FileState before = last;
        last = FileState.of(file);
        if (last.sameContents(used)) {
            return Look.SAME;
        }
        return last.equals(before) || last.replaced(used) ? Look.CHANGED : Look.CHANGING;
    }

    /** Takes the contents of the last look for those in use, before they are read for use. */
    public void use() {
        used = last;
    }

    /** Whether the file still has the contents in use: if not, what was read since may be half of a file. */
    public boolean unchanged() {
        return FileState.of(file).sameContents(used);
    }
}
