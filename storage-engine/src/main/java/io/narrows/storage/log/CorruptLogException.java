package io.narrows.storage.log;

import java.io.IOException;
import java.nio.file.Path;

/** A log that is damaged. The message names the file, the offset and what is wrong there. */
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

    /** Where the damaged part begins, in bytes from the start of the file. */
    public long offset() {
        return offset;
    }

    /**
     * Whether a record that was added later is intact. Then something was lost that had been written before; otherwise
     * the damaged record is the last one, which a power cut may have left so.
     */
    public boolean validRecordFollows() {
        return validRecordFollows;
    }
}
