package io.narrows.estimate.run;

import java.util.Arrays;

/** Reads that wait for others to join their frame, as a rule with {@code linger} lets a link do. For one thread. */
final class LingeringBytes {
    private static final byte[] NOTHING = {};

    private final FrameListener listener;
    private byte[] bytes = NOTHING;
    private int length;
    private long since;
    private long due;

    /** Receives the bytes of a frame, which are valid until it returns. */
    interface FrameListener {
        void frame(byte[] bytes, int length, long nanos);
    }

    LingeringBytes(FrameListener listener) {
        this.listener = listener;
    }

    /**
     * Adds a read. The bytes of earlier ones are sent before it if they have waited long enough, or if there is no room for it.
     *
     * @param lingerNanos how long it may wait if it is the first
     */
    void add(byte[] read, int count, long nanos, long lingerNanos) {
        if (length > 0 && (nanos >= due || length + count > ReadCutter.MAX_READ)) {
            flush();
        }
        if (length == 0) {
            since = nanos;
            due = nanos + lingerNanos;
        }
        if (bytes.length < length + count) {
            bytes = Arrays.copyOf(bytes, Math.min(ReadCutter.MAX_READ, Math.max(length + count, 2 * bytes.length)));
        }
        System.arraycopy(read, 0, bytes, length, count);
        length += count;
    }

    boolean isEmpty() {
        return length == 0;
    }

    /** Returns the time of the first of the waiting bytes. */
    long since() {
        return since;
    }

    /** Sends the waiting bytes, and frees their memory. */
    void flush() {
        if (length == 0) {
            return;
        }
        int count = length;
        byte[] content = bytes;
        length = 0;
        bytes = NOTHING;
        listener.frame(content, count, since);
    }
}
