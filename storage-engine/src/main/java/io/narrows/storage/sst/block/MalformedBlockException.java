package io.narrows.storage.sst.block;

import java.io.IOException;

/** The bytes of a block are not what its format says. The message names the place in the block. */
public final class MalformedBlockException extends IOException {
    private static final long serialVersionUID = 1;

    private final int offset;

    /** @param offset where in the block the part begins that is wrong */
    public MalformedBlockException(int offset, String what) {
        super("offset " + offset + " in the block: " + what);
        this.offset = offset;
    }

    /** Where in the block the part begins that is wrong. */
    public int offset() {
        return offset;
    }
}
