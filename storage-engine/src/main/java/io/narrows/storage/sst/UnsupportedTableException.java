package io.narrows.storage.sst;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file that may be in order but cannot be read here: a codec that cannot be loaded, a feature that is not known. The
 * message names the file, the offset, the kind of block and what is missing.
 */
public final class UnsupportedTableException extends IOException {
    private static final long serialVersionUID = 1L;

    private final long offset;
    private final BlockKind kind;

    UnsupportedTableException(Path file, long offset, BlockKind kind, String problem, Throwable cause) {
        super(file + ": offset " + offset + ": " + kind.label() + ": " + problem, cause);
        this.offset = offset;
        this.kind = kind;
    }

    /** Where the part begins that cannot be read, in bytes from the start of the file. */
    public long offset() {
        return offset;
    }

    public BlockKind kind() {
        return kind;
    }
}
