package io.narrows.proxy.link;

import io.narrows.proxy.meter.Failure;

/** A frame asks for a context that there is no memory for, or that the peer was not granted. The link ends. */
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
