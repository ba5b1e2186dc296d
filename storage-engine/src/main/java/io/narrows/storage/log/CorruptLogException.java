package io.narrows.storage.log;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown when a log is damaged. The message names the file, the offset and the kind of damage. */
public final class CorruptLogException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final long offset;
    private final boolean validRecordFollows;

    CorruptLogException(Path file, long offset, String problem, boolean validRecordFollows) {
        super(file + ": offset " + offset + ": " + problem
                + (validRecordFollows ? ", and intact records behind it" : ", and no intact record behind it"));
        this.file = file;
        this.offset = offset;
        this.validRecordFollows = validRecordFollows;
    }

    public Path file() {
        return file;
    }

    /** Returns the start of the damage, in bytes from the start of the file. */
    public long offset() {
        return offset;
    }

    /**
     * Returns whether a later record is intact. If so, data written earlier was lost; otherwise the damaged record is the
     * last one, as a power failure may have left it.
     */
    public boolean validRecordFollows() {
        return validRecordFollows;
    }
}
