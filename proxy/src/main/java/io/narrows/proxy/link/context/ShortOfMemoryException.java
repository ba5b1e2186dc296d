package io.narrows.proxy.link.context;

import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.meter.Failure;

/** Thrown when a frame starts a context, or continues a piece, without memory or a grant for it. The link is closed. */
public final class ShortOfMemoryException extends CorruptFrameException {
    private static final long serialVersionUID = 1;

    public ShortOfMemoryException(String message) {
        super(message);
    }

    @Override
    public Failure failure() {
        return Failure.MEMORY;
    }
}
