package io.narrows.lab.trace;

import java.nio.ByteBuffer;

/**
 * One read of the recorder.
 *
 * @param nanos since the recorder started
 * @param data the bytes of the read; each call of the accessor returns a new buffer over the same bytes
 */
public record TraceRecord(long nanos, ByteBuffer data) {
    @Override
    public ByteBuffer data() {
        return data.duplicate();
    }

    /** The length of the read in bytes. */
    public int length() {
        return data.remaining();
    }
}
