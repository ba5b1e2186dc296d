package io.narrows.codec.dense;

import java.io.IOException;

/** Thrown for a frame that no {@link FrameEncoder} writes, or that exceeds its decoder's limits. */
public class DamagedFrameException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedFrameException(String message) {
        super(message);
    }
}
