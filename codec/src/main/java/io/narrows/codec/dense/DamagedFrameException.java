package io.narrows.codec.dense;

import java.io.IOException;

/** A frame that no {@link FrameEncoder} writes, or that asks for more than its decoder was given. */
public final class DamagedFrameException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedFrameException(String message) {
        super(message);
    }
}
