package io.narrows.proxy.link;

import io.narrows.proxy.meter.Failure;

/** Thrown when a frame starts a context without memory or a grant for it. The link is closed. */
final class ShortOfMemoryException extends CorruptFrameException {
    private static final long serialVersionUID = 1;

    ShortOfMemoryException(String message) {
        super(message);
    }

    @Override
    Failure failure() {
        return Failure.MEMORY;
    }
}
