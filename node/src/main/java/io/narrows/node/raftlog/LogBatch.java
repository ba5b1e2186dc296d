package io.narrows.node.raftlog;

import com.alipay.sofa.jraft.entity.LogEntry;
import java.nio.ByteBuffer;

/** A batch of entries that is written to a segment at once. Reusable. */
final class LogBatch {
    /** A larger batch is written in parts, each forced before the next. */
    static final int MAX_BYTES = 64 << 20;

    private static final int KEPT_BYTES = 4 << 20;

    private ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
    private final Positions positions = new Positions();
    private long segment;
    private int start;
    private long first;

    /** Clears the batch, for entries to be written at the end of a segment. */
    void begin(LogSegment target) {
        if (buffer.capacity() > KEPT_BYTES) {
            buffer = ByteBuffer.allocateDirect(KEPT_BYTES);
        }
        buffer.clear();
        positions.keep(0);
        segment = target.first();
        start = target.end();
        first = target.next();
    }

    /** @throws IllegalArgumentException if the entry does not follow the previous one */
    void add(LogEntry entry, EntryCodec codec) {
        long index = first + positions.count();
        if (entry.getId().getIndex() != index) {
            throw new IllegalArgumentException(
                    "entry " + entry.getId().getIndex() + " cannot be appended (expected: entry " + index + ")");
        }
        ByteBuffer data = codec.encode(entry);
        int position = start + buffer.position();
        LogRecord record = new LogRecord(
                position, index, entry.getId().getTerm(), first, EntryCodec.kind(entry), data.remaining());
        reserve(record.length());
        record.put(buffer, segment, data);
        positions.add(position);
    }

    private void reserve(int bytes) {
        if (buffer.remaining() < bytes) {
            int needed = buffer.position() + bytes;
            ByteBuffer larger = ByteBuffer.allocateDirect(Math.max(needed, Math.min(needed * 2, KEPT_BYTES)));
            buffer = larger.put(buffer.flip());
        }
    }

    boolean isFull() {
        return buffer.position() >= MAX_BYTES;
    }

    int size() {
        return buffer.position();
    }

    /** Returns the file offsets of the entries. */
    Positions positions() {
        return positions;
    }

    /** Returns the records, to be read once. */
    ByteBuffer bytes() {
        return buffer.duplicate().flip();
    }
}
