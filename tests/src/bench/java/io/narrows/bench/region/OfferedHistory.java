package io.narrows.bench.region;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** Content of another connection that a context may learn, in order, each piece from a certain time on. */
final class OfferedHistory {
    /** A context that is farther behind skips what it has missed, as links give a source up and ask for it again. */
    private static final int MAX_BYTES = 256 << 10;

    private final int shortest;
    private final Deque<Piece> pieces = new ArrayDeque<>();

    private record Piece(long fromNanos, ByteBuffer content) {}

    /** @param shortest minimum number of bytes to learn at a time */
    OfferedHistory(int shortest) {
        this.shortest = shortest;
    }

    void offer(long fromNanos, ByteBuffer content) {
        pieces.add(new Piece(fromNanos, content));
    }

    /** Returns the content to learn at a time, at most {@code most} bytes; empty if there is less than the minimum. */
    ByteBuffer take(long nanos, int most) {
        int due = due(nanos);
        if (due > MAX_BYTES) {
            while (!pieces.isEmpty() && pieces.getFirst().fromNanos() <= nanos) {
                pieces.removeFirst();
            }
            due = 0;
        }
        int length = Math.min(due, most);
        ByteBuffer taken = ByteBuffer.allocate(length < shortest ? 0 : length);
        while (taken.hasRemaining()) {
            ByteBuffer first = pieces.getFirst().content();
            int part = Math.min(taken.remaining(), first.remaining());
            taken.put(first.slice(first.position(), part));
            first.position(first.position() + part);
            if (!first.hasRemaining()) {
                pieces.removeFirst();
            }
        }
        return taken.flip();
    }

    private int due(long nanos) {
        int due = 0;
        for (Piece piece : pieces) {
            if (piece.fromNanos() > nanos) {
                break;
            }
            due += piece.content().remaining();
        }
        return due;
    }
}
