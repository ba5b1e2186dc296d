package io.narrows.proxy.link.shared;

import io.netty.buffer.ByteBuf;
import java.util.HashSet;
import java.util.Set;

/**
 * What one link sent and keeps. Each link that may learn from it is a reader and has a position; bytes behind the slowest
 * reader's are held until it went on, and when they would be too many, what is sent meanwhile is not kept. So what a reader
 * may ask for is always there, however long its request was on the way. Nothing is held while there is no reader. Guarded by the
 * peer's history.
 */
final class SentStream {
    /** One who may ask for bytes from a position on. */
    static final class Reader {
        private final SentStream stream;
        private long position;

        private Reader(SentStream stream) {
            this.stream = stream;
            this.position = stream.buffer.end();
        }

        SentStream stream() {
            return stream;
        }

        long position() {
            return position;
        }

        byte[] next(int bytes) throws HistoryException {
            if (bytes < 1 || !stream.buffer.holds(position, bytes)) {
                throw new HistoryException("asks for " + bytes + " bytes at " + position
                        + " of a stream (expected: 1 or more, up to " + stream.buffer.end() + ")");
            }
            byte[] next = stream.buffer.copy(position, bytes);
            position += bytes;
            return next;
        }
    }

    private final long name;
    private final HistoryBuffer buffer;
    private final Set<Reader> readers = new HashSet<>();
    private boolean paused;
    private boolean ended;

    SentStream(long name, HistoryMemory memory) {
        this.name = name;
        this.buffer = new HistoryBuffer(memory);
    }

    long name() {
        return name;
    }

    /** Keeps bytes, unless readers are too far behind or memory is short; whether they were kept. */
    boolean keep(ByteBuf content) {
        int length = content.readableBytes();
        long behind = buffer.end() - oldest();
        paused = paused ? behind > HistoryBuffer.CAPACITY / 2 : behind + length > HistoryBuffer.CAPACITY;
        if (paused) {
            return false;
        }
        if (readers.isEmpty()) {
            buffer.pass(length);
            return true;
        }
        return buffer.append(content);
    }

    private long oldest() {
        long oldest = buffer.end();
        for (Reader reader : readers) {
            oldest = Math.min(oldest, reader.position);
        }
        return oldest;
    }

    Reader read() {
        Reader reader = new Reader(this);
        readers.add(reader);
        return reader;
    }

    void forget(Reader reader) {
        readers.remove(reader);
        if (readers.isEmpty()) {
            buffer.free();
        }
    }

    void end() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    boolean isForgettable() {
        return ended && readers.isEmpty();
    }

    long memoryBytes() {
        return buffer.memoryBytes();
    }

    /** Of a stream that has ended, a reader's part of its memory. */
    long memoryLeftBytes() {
        return ended ? buffer.memoryBytes() / Math.max(1, readers.size()) : 0;
    }
}
