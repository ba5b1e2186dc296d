package io.narrows.storage.batch;

import java.io.IOException;

/** The bytes of a batch are not what its format says. The message names the place in the record. */
public final class MalformedBatchException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int offset;

    MalformedBatchException(int offset, String problem) {
        super("offset " + offset + " in the batch: " + problem);
        this.offset = offset;
    }

    /** Where in the record the part begins that is wrong. */
    public int offset() {
        return offset;
    }
}
