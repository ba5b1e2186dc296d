package io.narrows.codec.dense;

/**
 * A buffer for the coded bytes of the current frame. One per thread serves all contexts of the thread; it must be used
 * exclusively during a call.
 */
public final class Workspace {
    private byte[] bytes = new byte[72 << 10];

    /** Returns an array of at least {@code length} bytes, with the contents of its last use. */
    byte[] of(int length) {
        if (bytes.length < length) {
            bytes = new byte[length];
        }
        return bytes;
    }
}
