package io.narrows.estimate.tcp;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection: puts its segments in order. Offsets count the bytes of the stream from its beginning, or
 * from the first byte known, and do not wrap around as sequence numbers do.
 *
 * <pre>
 *  0              next      gap       pending        gap   pending
 *  ├── delivered ──┼────────────────┼───────────┼────────┼─────────┤
 *                           ▲ acknowledged: the other side has these bytes, so the capture lost them
 * </pre>
 */
final class Flow {
    /** The largest window of TCP (RFC 7323). A segment further ahead belongs to another connection, or is damaged. */
    static final int LARGEST_WINDOW = 1 << 30;

    /** Strays in a row after which the stream goes on where they are: the capture missed more than a window. */
    static final int STRAYS_TO_FOLLOW = 8;

    /**
     * Time in the capture after an acknowledgment in which the acknowledged bytes may still come: captures of several queues
     * or interfaces are not quite in order.
     */
    static final long GRACE_NANOS = 1_000_000;

    private static final long NONE = -1;

    private final Direction direction;
    private final StreamConsumer consumer;
    private final Counters counters;
    private final WaitingBytes waiting;
    private @Nullable PendingSegments pending;

    private boolean started;
    private boolean tentative;
    private int base;
    private long next;
    private long finish = NONE;
    private long acknowledged;
    private long acknowledgedNanos;
    private long deliveredNanos;
    private int straysInARow;

    Flow(Direction direction, StreamConsumer consumer, Counters counters, WaitingBytes waiting) {
        this.direction = direction;
        this.consumer = consumer;
        this.counters = counters;
        this.waiting = waiting;
    }

    /** Begins the stream at the byte with this sequence number. */
    void start(int sequence) {
        base = sequence;
        started = true;
        tentative = false;
    }

    /**
     * Begins the stream where the other side expects it, until a segment shows where it really goes on: bytes between the
     * two were on their way before the capture began.
     */
    void startTentatively(int sequence) {
        start(sequence);
        tentative = true;
    }

    boolean isStarted() {
        return started;
    }

    /** Returns whether the stream certainly begins with this sequence number. */
    boolean beganAt(int sequence) {
        return started && !tentative && base == sequence;
    }

    /** Returns whether it is known where the stream begins. */
    boolean isCertain() {
        return started && !tentative;
    }

    /**
     * Handles a segment's payload.
     *
     * @param payload what was captured of it; its position changes
     * @param length its length on the wire
     */
    void accept(int sequence, ByteBuffer payload, int length, long nanos) {
        int ahead = ahead(sequence);
        if (length <= 1 && ahead == -1) {
            counters.keepAlives++;
            return;
        }
        if (length == 0) {
            return;
        }
        if (tentative) {
            settle(sequence);
            ahead = ahead(sequence);
        }
        if (ahead > LARGEST_WINDOW || ahead < -LARGEST_WINDOW) {
            counters.strays++;
            if (++straysInARow < STRAYS_TO_FOLLOW) {
                return;
            }
            giveUpTo(next + Integer.toUnsignedLong(ahead), nanos);
            ahead = 0;
        }
        straysInARow = 0;
        if (ahead <= 0) {
            deliver(payload, -ahead, length, nanos);
            deliverPending(nanos);
        } else {
            keep(next + ahead, payload, length, nanos);
        }
    }

    /** Ends the tentative start: the stream goes on at this sequence number, unless that is old. */
    private void settle(int sequence) {
        if (ahead(sequence) > 0) {
            base = sequence - (int) next;
            acknowledged = next; // it counted from the other start
        }
        tentative = false;
    }

    /** Returns how far this sequence number is ahead of the next byte expected. */
    private int ahead(int sequence) {
        return sequence - (base + (int) next);
    }

    /** Passes on the bytes of a segment that are new; {@code known} bytes at its beginning may exceed its length. */
    private void deliver(ByteBuffer payload, int known, int length, long nanos) {
        if (known >= length) {
            counters.duplicateSegments++;
            counters.duplicateBytes += length;
            return;
        }
        counters.duplicateBytes += known;
        payload.position(payload.position() + Math.min(known, payload.remaining()));
        int captured = payload.remaining();
        int missing = length - known - captured;
        next += length - known;
        deliveredNanos = nanos;
        if (captured > 0) {
            counters.bytes += captured;
            consumer.bytes(direction, nanos, payload);
        }
        if (missing > 0) {
            counters.cutBytes += missing;
            consumer.lost(direction, nanos, missing);
        }
    }

    private void deliverPending(long nanos) {
        while (pending != null && !pending.isEmpty() && pending.firstOffset() <= next) {
            int known = (int) (next - pending.firstOffset());
            PendingSegments.Piece piece = pending.removeFirst();
            if (known >= piece.length()) {
                counters.duplicateBytes += piece.length(); // a longer segment has brought it again
            } else {
                deliver(ByteBuffer.wrap(piece.bytes()), known, piece.length(), nanos);
            }
        }
    }

    private void keep(long offset, ByteBuffer payload, int length, long nanos) {
        PendingSegments segments = pending == null ? new PendingSegments(waiting) : pending;
        pending = segments;
        int known = segments.add(offset, payload, length);
        counters.duplicateBytes += known;
        if (known == length) {
            counters.duplicateSegments++;
        } else {
            counters.outOfOrderSegments++;
        }
        while (!segments.isEmpty() && waiting.isTooMuch(segments.charge())) {
            giveUpTo(segments.firstOffset(), nanos);
        }
    }

    /**
     * Records an acknowledgment.
     *
     * @param sequence the other side has all bytes before it
     */
    void acknowledge(int sequence, long nanos) {
        int ahead = ahead(sequence);
        if (ahead <= 0 || ahead > LARGEST_WINDOW) {
            return;
        }
        long to = next + ahead;
        if (finish != NONE) {
            to = Math.min(to, finish); // FIN has a sequence number of its own
        }
        if (to > acknowledged) {
            if (acknowledged <= next) {
                acknowledgedNanos = nanos;
            }
            acknowledged = to;
        }
    }

    /** Gives up gaps that the other side does not have, a grace time ago. */
    void giveUpAcknowledged(long nanos) {
        if (acknowledged > next && (nanos - acknowledgedNanos >= GRACE_NANOS || acknowledged == finish)) {
            giveUpTo(acknowledged, Math.max(acknowledgedNanos, deliveredNanos));
        }
    }

    /** Gives up the gaps before an offset, and passes on the bytes between them. */
    private void giveUpTo(long offset, long nanos) {
        while (next < offset) {
            long gapEnd = pending == null || pending.isEmpty() ? offset : Math.min(offset, pending.firstOffset());
            if (gapEnd > next) {
                long count = gapEnd - next;
                next = gapEnd;
                counters.holes++;
                counters.lostBytes += count;
                consumer.lost(direction, nanos, count);
            }
            deliverPending(nanos);
        }
        deliverPending(nanos);
    }

    /** Records the sequence number of FIN. */
    void finish(int sequence) {
        if (tentative) {
            settle(sequence);
        }
        int ahead = ahead(sequence);
        if (finish == NONE && ahead >= 0 && ahead <= LARGEST_WINDOW) {
            finish = next + ahead;
        }
    }

    /** Returns whether FIN was seen, and everything before it passed on or given up. */
    boolean isFinished() {
        return finish != NONE && next >= finish;
    }

    /** Gives up all gaps: no more segments will come. */
    void end(long nanos) {
        long last = Math.max(Math.max(acknowledged, finish), next);
        if (pending != null && !pending.isEmpty()) {
            last = Math.max(last, pending.end());
        }
        giveUpTo(last, nanos);
        pending = null;
    }
}
