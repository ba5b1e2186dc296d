package io.narrows.proxy.link.unpack;

import io.narrows.codec.PackedFormat;
import io.narrows.proxy.meter.UnpackMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The last bytes of a streamed piece so far, which are carried with its next part, or go as they are if that does not come in time. Used on
 * one event loop.
 */
final class HeldEnd {
    /** Receives bytes that go as they are, and takes ownership of them. */
    interface Sink {
        /** @param readAt when the first of them were read, on the nano clock */
        void literal(ByteBuf bytes, long readAt);
    }

    private final HeldBytes bytes;
    private final UnpackMeter.Sending meter;
    private final Sink sink;

    /** That of the piece. */
    private PackedFormat format = PackedFormat.GZIP;

    /** Whether bytes went as they are since the last part. */
    private boolean hasPassed;

    /** Whether the bytes go as they are before the next part that is found. */
    private boolean passesBeforeNext;

    HeldEnd(ByteBufAllocator allocator, UnpackMeter.Sending meter, Sink sink) {
        this.bytes = new HeldBytes(allocator);
        this.meter = meter;
        this.sink = sink;
    }

    boolean isEmpty() {
        return bytes.isEmpty();
    }

    /** Returns when the first of the bytes were read; {@link #isEmpty} must be false. */
    long since() {
        return bytes.since();
    }

    /** Returns the memory that the bytes pin. */
    long memoryBytes() {
        return bytes.memoryBytes();
    }

    /** Has the bytes go as they are before the next part that is found. */
    void passBeforeNext() {
        passesBeforeNext = true;
    }

    /** Returns whether the bytes go before a part that was found just now; the next one is another. */
    boolean takePassesBeforeNext() {
        boolean passes = passesBeforeNext;
        passesBeforeNext = false;
        return passes;
    }

    /** Has the bytes go as they are. */
    void pass(String reason) {
        if (!bytes.isEmpty()) {
            hasPassed = true;
            int length = bytes.length();
            long since = bytes.since();
            meter.refused(format, reason, length);
            sink.literal(bytes.take(length), since);
        }
    }

    /** Has the bytes go before a part; releases that part if this fails, as it is in no list any more. */
    void passBefore(HeldPart part, String reason) {
        try {
            pass(reason);
        } catch (RuntimeException | Error e) {
            part.release();
            throw e;
        }
    }

    /** Forgets that bytes went as they are: the next part does not need them. */
    void begin() {
        hasPassed = false;
    }

    /** Returns whether bytes went as they are since the last part, which a part that continues it needs. */
    boolean takeHasPassed() {
        boolean passed = hasPassed;
        hasPassed = false;
        return passed;
    }

    /** Adds the bytes of a part, and releases the part. */
    void add(HeldPiece part) {
        format = part.found().kind().format();
        part.moveTo(bytes);
    }

    /** Releases all but the last bytes, as the others are carried; returns how many. */
    int dropAllBut(int left) {
        int length = bytes.length() - left;
        bytes.drop(length);
        return length;
    }

    void release() {
        bytes.release();
    }
}
