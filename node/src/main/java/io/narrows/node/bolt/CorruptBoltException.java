package io.narrows.node.bolt;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Thrown for a corrupt bbolt file or corrupt etcd data in it. The message names the file, the offset and the problem. */
public final class CorruptBoltException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final long offset;

    CorruptBoltException(Path file, long offset, String problem) {
        this(file, offset, problem, null);
    }

    CorruptBoltException(Path file, long offset, String problem, @Nullable Throwable cause) {
        super(file + ": offset " + offset + ": " + problem, cause);
        this.file = file;
        this.offset = offset;
    }

    public Path file() {
        return file;
    }

    /** Returns the byte offset of the corruption; 0 if it concerns the whole file. */
    public long offset() {
        return offset;
    }
}
