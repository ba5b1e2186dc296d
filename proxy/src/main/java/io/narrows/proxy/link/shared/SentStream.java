package io.narrows.proxy.link.shared;

import io.netty.buffer.ByteBuf;
import java.util.HashSet;
import java.util.Set;

/**
 * The content sent on one link and kept. Each link that may learn from it is a reader with a position. Bytes after the
 * slowest reader's position are held until it advances; if there would be too many, new content is not kept in the
 * meantime. So the bytes that a reader may request always exist, however long its request is in transit. Without a
 * reader, nothing is held. Guarded by the peer's history.
 */
final class SentStream {
    /** A position from which a link may request bytes. */
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
                throw new HistoryException("the peer requests " + bytes + " bytes at position " + position
                        + " of a stream (expected: 1 or more, ending at most at " + stream.buffer.end() + ")");
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

    /** Keeps bytes, unless readers are too far behind or memory is short; returns whether they were kept. */
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

    /** Returns a reader's part of the memory after the stream has ended; 0 before. */
    long memoryLeftBytes() {
        return ended ? buffer.memoryBytes() / Math.max(1, readers.size()) : 0;
    }
}
