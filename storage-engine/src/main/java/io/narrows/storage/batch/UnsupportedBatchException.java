package io.narrows.storage.batch;

import java.io.IOException;

/** Thrown when a valid batch has an unsupported kind of change. The message names the offset and the kind. */
public final class UnsupportedBatchException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int offset;
    private final int tag;

    UnsupportedBatchException(int offset, int tag, String feature) {
        super("offset " + offset + " in the batch: tag 0x%02x, ".formatted(tag) + feature + ", is not supported");
        this.offset = offset;
        this.tag = tag;
    }

    /** Returns the offset of the change in the record. */
    public int offset() {
        return offset;
    }

    /** Returns the tag byte, which identifies the kind of change. */
    public int tag() {
        return tag;
    }
}
