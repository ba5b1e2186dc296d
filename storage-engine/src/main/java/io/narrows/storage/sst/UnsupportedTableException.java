package io.narrows.storage.sst;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a file, though possibly intact, cannot be read: its codec cannot be loaded, or it has an unknown feature. The
 * message names the file, the offset, the kind of block and the missing feature.
 */
public final class UnsupportedTableException extends IOException {
    private static final long serialVersionUID = 1L;

    private final long offset;
    private final BlockKind kind;

    UnsupportedTableException(Path file, long offset, BlockKind kind, String problem, @Nullable Throwable cause) {
        super(file + ": offset " + offset + ": " + kind.label() + ": " + problem, cause);
        this.offset = offset;
        this.kind = kind;
    }

    /** Returns the start of the unreadable part, in bytes from the start of the file. */
    public long offset() {
        return offset;
    }

    public BlockKind kind() {
        return kind;
    }
}
