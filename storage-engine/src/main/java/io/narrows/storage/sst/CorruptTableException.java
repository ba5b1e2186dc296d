package io.narrows.storage.sst;

import java.io.IOException;
import java.nio.file.Path;

/** A file that is not as it must be. The message names the file, the offset and the kind of what is wrong there. */
public final class CorruptTableException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final long offset;
    private final BlockKind kind;

    CorruptTableException(Path file, long offset, BlockKind kind, String problem) {
        this(file, offset, kind, problem, null);
    }

    CorruptTableException(Path file, long offset, BlockKind kind, String problem, Throwable cause) {
        super(file + ": offset " + offset + ": " + kind.label() + ": " + problem, cause);
        this.file = file;
        this.offset = offset;
        this.kind = kind;
    }

    public Path file() {
        return file;
    }

    /** Where the damaged part begins, in bytes from the start of the file. */
    public long offset() {
        return offset;
    }

    public BlockKind kind() {
        return kind;
    }
}
