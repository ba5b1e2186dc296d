package io.narrows.estimate.tcp;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * Copies of the segments of a direction that are ahead of a gap, by their offset in the stream. They do not overlap: a
 * segment that overlaps others is stored as the pieces that are new.
 */
final class PendingSegments {
    /** Approximate memory of an entry besides its bytes. It also bounds the number of entries. */
    static final int OVERHEAD = 128;

    private final TreeMap<Long, Piece> pieces = new TreeMap<>();
    private final WaitingBytes waiting;
    private long charge;

    /**
     * A part of a segment.
     *
     * @param bytes what was captured of it
     * @param length its length in the stream, at least that of the bytes
     */
    record Piece(byte[] bytes, int length) {}

    PendingSegments(WaitingBytes waiting) {
        this.waiting = waiting;
    }

    /**
     * Copies the segment's bytes that are new.
     *
     * @param payload what was captured of the segment; its position changes
     * @param length the segment's length in the stream, at least 1
     * @return the length of what was there before
     */
    int add(long offset, ByteBuffer payload, int length) {
        int start = payload.position();
        long end = offset + length;
        long at = offset;
        int known = 0;
        Map.Entry<Long, Piece> before = pieces.floorEntry(offset);
        if (before != null) {
            long reached = Math.min(end, before.getKey() + before.getValue().length());
            if (reached > at) {
                known += (int) (reached - at);
                at = reached;
            }
        }
        while (at < end) {
            Map.Entry<Long, Piece> next = pieces.ceilingEntry(at);
            long stop = next == null ? end : Math.min(end, next.getKey());
            if (stop > at) {
                put(at, piece(payload, start + (int) (at - offset), (int) (stop - at)));
            }
            at = stop;
            if (at < end && next != null) {
                long reached = Math.min(end, at + next.getValue().length());
                known += (int) (reached - at);
                at = reached;
            }
        }
        return known;
    }

    private static Piece piece(ByteBuffer payload, int from, int length) {
        int captured = Math.max(0, Math.min(length, payload.limit() - from));
        byte[] bytes = new byte[captured];
        if (captured > 0) {
            payload.get(from, bytes);
        }
        return new Piece(bytes, length);
    }

    private void put(long offset, Piece piece) {
        pieces.put(offset, piece);
        charged(piece.bytes().length + OVERHEAD);
    }

    private void charged(long bytes) {
        charge += bytes;
        waiting.add(bytes);
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** Returns the offset of the first byte; there must be one. */
    long firstOffset() {
        return pieces.firstKey();
    }

    /** Returns the offset after the last byte; there must be one. */
    long end() {
        Map.Entry<Long, Piece> last = pieces.lastEntry();
        return last.getKey() + last.getValue().length();
    }

    /** Removes the first piece; there must be one. */
    Piece removeFirst() {
        Map.Entry<Long, Piece> first = pieces.firstEntry();
        pieces.remove(first.getKey());
        charged(-(first.getValue().bytes().length + OVERHEAD));
        return first.getValue();
    }

    /** Returns the memory of all pieces in bytes. */
    long charge() {
        return charge;
    }
}
