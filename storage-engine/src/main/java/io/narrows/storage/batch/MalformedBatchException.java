package io.narrows.storage.batch;

import java.io.IOException;

/** Thrown when bytes are not a valid batch. The message names the offset in the record. */
public final class MalformedBatchException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int offset;

    MalformedBatchException(int offset, String problem) {
        super("offset " + offset + " in the batch: " + problem);
        this.offset = offset;
    }

    /** Returns the offset of the invalid part in the record. */
    public int offset() {
        return offset;
    }
}
