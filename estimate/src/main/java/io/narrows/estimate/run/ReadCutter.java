package io.narrows.estimate.run;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The segments of one direction as the reads of a sidecar next to the sender. A sidecar that waits for bytes reads them
 * {@link #WAKE_NANOS} after the first has arrived, with all that have arrived by then. The capture shows an application's write
 * cut into segments, of which all but the last are full, while the sidecar would get the write at once. So after a full
 * segment the next one belongs to the same read, if it comes within {@link #GAP_NANOS}. A read has at most {@link #MAX_READ}
 * bytes.
 *
 * <p>A segment is full if it is as long as the longest before it in its direction, or consists of whole segments of a usual
 * size, as one has that the network card cuts later.
 */
final class ReadCutter {
    /** Maximum bytes of a read, those of a frame. */
    static final int MAX_READ = 64 << 10;

    /** Time from the arrival of bytes to their read, by a sidecar that has waited for them. */
    static final long WAKE_NANOS = 50_000;

    /** Maximum time between two segments of one write. */
    static final long GAP_NANOS = 1_000_000;

    /** A shorter segment is never full: the smallest segment size that IPv4 hosts must accept. */
    private static final int LEAST_FULL = 536;

    /** Payloads of full segments on Ethernet and with jumbo frames: IPv4 and IPv6, with timestamps and without. */
    private static final int[] USUAL = {1448, 1460, 1428, 1440, 8948, 8960, 8928, 8940};

    private static final int FIRST_ROOM = 2048;
    private static final byte[] NOTHING = {};

    private final ReadListener listener;
    private byte[] bytes = NOTHING;
    private int length;
    private int longest;
    private long firstNanos;
    private long lastNanos;
    private boolean expectsMore;

    ReadCutter(ReadListener listener) {
        this.listener = listener;
    }

    /** Adds a segment's payload. */
    void add(long nanos, ByteBuffer segment) {
        if (isDue(nanos)) {
            flush();
        }
        expectsMore = isFull(segment.remaining());
        longest = Math.max(longest, segment.remaining());
        lastNanos = nanos;
        while (segment.hasRemaining()) {
            if (length == 0) {
                firstNanos = nanos;
            }
            int part = Math.min(segment.remaining(), MAX_READ - length);
            makeRoom(length + part);
            segment.get(bytes, length, part);
            length += part;
            if (length == MAX_READ) {
                flush();
            }
        }
    }

    private boolean isFull(int count) {
        if (count < LEAST_FULL) {
            return false;
        }
        return count >= longest || Arrays.stream(USUAL).anyMatch(usual -> count % usual == 0);
    }

    private void makeRoom(int needed) {
        if (bytes.length < needed) {
            bytes = Arrays.copyOf(bytes, Math.min(MAX_READ, Math.max(FIRST_ROOM, Math.max(needed, 2 * bytes.length))));
        }
    }

    /** Returns whether bytes wait for others of the same read. */
    boolean isWaiting() {
        return length > 0;
    }

    /** Returns whether waiting bytes are a whole read: what comes now is too late for it. */
    boolean isDue(long nanos) {
        boolean continues = expectsMore && nanos - lastNanos <= GAP_NANOS;
        return length > 0 && nanos - firstNanos > WAKE_NANOS && !continues;
    }

    /** Ends the read, and frees its memory. */
    void flush() {
        if (length == 0) {
            return;
        }
        int read = length;
        byte[] content = bytes;
        length = 0;
        bytes = NOTHING;
        listener.read(lastNanos, content, read);
    }
}
