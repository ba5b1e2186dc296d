package io.narrows.node.bolt;

import java.io.IOException;
import java.nio.file.Path;

/** A bbolt file, or etcd's data in it, that is not as it must be. The message names the file, the offset and what is wrong there. */
public final class CorruptBoltException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final long offset;

    CorruptBoltException(Path file, long offset, String problem) {
        this(file, offset, problem, null);
    }

    CorruptBoltException(Path file, long offset, String problem, Throwable cause) {
        super(file + ": offset " + offset + ": " + problem, cause);
        this.file = file;
        this.offset = offset;
    }

    public Path file() {
        return file;
    }

    /** Where it is wrong, in bytes from the start of the file; 0 when it is the whole file. */
    public long offset() {
        return offset;
    }
}
