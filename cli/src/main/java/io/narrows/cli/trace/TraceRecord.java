package io.narrows.cli.trace;

import java.nio.ByteBuffer;

/**
 * One read of the recorder.
 *
 * @param nanos since the recorder started
 * @param data what the read brought; each call of the accessor gives a buffer of its own over the same bytes
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
