package io.narrows.storage.sst.block;

import java.io.IOException;

/** Thrown when bytes are not a valid block. The message names the offset in the block. */
public final class MalformedBlockException extends IOException {
    private static final long serialVersionUID = 1;

    private final int offset;

    /** @param offset start of the invalid part in the block */
    public MalformedBlockException(int offset, String what) {
        super("offset " + offset + " in the block: " + what);
        this.offset = offset;
    }

    /** Returns the start of the invalid part in the block. */
    public int offset() {
        return offset;
    }
}
