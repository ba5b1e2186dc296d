package io.narrows.codec.dense;

/**
 * Room for the coded bytes of one frame while it is at work. One for each thread serves all its contexts: nobody else may
 * use it during a call.
 */
public final class Workspace {
    private byte[] bytes = new byte[72 << 10];

    /** At least so many bytes, with what the last user left in them. */
    byte[] of(int length) {
        if (bytes.length < length) {
            bytes = new byte[length];
        }
        return bytes;
    }
}
