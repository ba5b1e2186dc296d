package io.narrows.storage.sst.compress;

import java.io.IOException;

/** Thrown for a block of a type that this process cannot read; the message names it. */
public final class UnsupportedTypeException extends IOException {
    private static final long serialVersionUID = 1L;

    public UnsupportedTypeException(String message) {
        super(message);
    }
}
