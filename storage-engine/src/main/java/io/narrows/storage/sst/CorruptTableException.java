package io.narrows.storage.sst;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Thrown when a file is damaged. The message names the file, the offset and the kind of block. */
public final class CorruptTableException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final long offset;
    private final BlockKind kind;

    CorruptTableException(Path file, long offset, BlockKind kind, String problem) {
        this(file, offset, kind, problem, null);
    }

    CorruptTableException(Path file, long offset, BlockKind kind, String problem, @Nullable Throwable cause) {
        super(file + ": offset " + offset + ": " + kind.label() + ": " + problem, cause);
        this.file = file;
        this.offset = offset;
        this.kind = kind;
    }

    public Path file() {
        return file;
    }

    /** Returns the start of the damage, in bytes from the start of the file. */
    public long offset() {
        return offset;
    }

    public BlockKind kind() {
        return kind;
    }
}
