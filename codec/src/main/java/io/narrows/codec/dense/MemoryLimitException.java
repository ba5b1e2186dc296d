package io.narrows.codec.dense;

/** Thrown for content for which a decoder would take more memory than its {@linkplain FrameDecoder#limitMemory limit}. */
public final class MemoryLimitException extends DamagedFrameException {
    private static final long serialVersionUID = 1L;

    MemoryLimitException(String message) {
        super(message);
    }
}
