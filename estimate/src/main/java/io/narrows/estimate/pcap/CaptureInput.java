package io.narrows.estimate.pcap;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * A window onto a channel, which is read once from its beginning. The window grows only when it is full of bytes that were
 * read, so a length in the file allocates nothing by itself.
 */
final class CaptureInput implements Closeable {
    /** Largest length of a block or a packet, in bytes. Larger ones are taken for damage. */
    static final int MAX_BLOCK = 16 << 20;

    /** Initial size of the window: a read is large enough for its system call, and stays in the processor's cache. */
    static final int WINDOW = 256 << 10;

    private static final int MOST_WARNINGS = 100;

    private final String file;
    private final ReadableByteChannel channel;
    private final List<String> warnings = new ArrayList<>();
    private ByteBuffer window;
    private long start;
    private boolean ended;

    CaptureInput(String file, ReadableByteChannel channel, ByteBuffer window) {
        this.file = file;
        this.channel = channel;
        this.window = window.clear().limit(0);
    }

    /**
     * Returns whether the file has this many bytes from the current position on; they are in the window then. The window may
     * have moved.
     */
    boolean has(int bytes) throws IOException {
        while (window.remaining() < bytes) {
            if (!fill()) {
                return false;
            }
        }
        return true;
    }

    private boolean fill() throws IOException {
        if (ended) {
            return false;
        }
        start += window.position();
        window.compact();
        if (!window.hasRemaining()) {
            window = larger();
        }
        int read = channel.read(window);
        window.flip();
        ended = read < 0;
        return !ended;
    }

    private ByteBuffer larger() {
        int capacity = 2 * window.capacity();
        ByteBuffer larger = window.isDirect() ? ByteBuffer.allocateDirect(capacity) : ByteBuffer.allocate(capacity);
        return larger.order(window.order()).put(window.flip());
    }

    /** Returns the buffer whose position is the current one; its limit is the end of the bytes read so far. */
    ByteBuffer window() {
        return window;
    }

    void skip(int bytes) {
        window.position(window.position() + bytes);
    }

    /** Returns the current offset in the file. */
    long offset() {
        return start + window.position();
    }

    CaptureException error(String problem) {
        return new CaptureException(file, offset(), problem);
    }

    void warn(String problem) {
        if (warnings.size() < MOST_WARNINGS) {
            warnings.add(CaptureException.place(file, offset()) + problem);
        }
    }

    /** Warns if bytes are left before the end of the file that are too few for the next part. */
    void warnIfCut(String part, long bytes) {
        int left = window.remaining();
        if (left > 0) {
            warn("the file ends within " + part + ": expected " + bytes + " bytes, but only " + left + " are left");
        }
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
