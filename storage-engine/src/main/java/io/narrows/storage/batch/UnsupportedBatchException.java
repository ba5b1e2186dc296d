package io.narrows.storage.batch;

import java.io.IOException;

/** A batch is in order but has a kind of change that is not known here. The message names the place and the kind. */
public final class UnsupportedBatchException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int offset;
    private final int tag;

    UnsupportedBatchException(int offset, int tag, String feature) {
        super("offset " + offset + " in the batch: tag 0x%02x, ".formatted(tag) + feature + ", is not supported");
        this.offset = offset;
        this.tag = tag;
    }

    /** Where in the record the change begins. */
    public int offset() {
        return offset;
    }

    /** The byte that says what kind of change it is. */
    public int tag() {
        return tag;
    }
}
