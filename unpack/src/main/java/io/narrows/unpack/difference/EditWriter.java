package io.narrows.unpack.difference;

import io.narrows.codec.Varint;
import io.narrows.unpack.find.Hole;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Writes {@link Differences}. Callers describe how the piece without its holes comes from the recipe's output, from
 * beginning to end; the writer inserts the holes.
 */
public final class EditWriter {
    private static final int NUMBERS = 3 * Varint.MAX_LENGTH;

    private ByteBuffer edits = ByteBuffer.allocate(0);
    private ByteBuffer original = ByteBuffer.allocate(0);
    private List<Hole> holes = List.of();
    private int nextHole;

    /** The most bytes of edits, without those for holes. */
    private int budget;

    /** Bytes of {@link #budget} that are for holes. */
    private int foreign;

    private int at;
    private int copied;
    private int skipped;
    private int insertedFrom;

    /**
     * Begins a new list.
     *
     * @param original its remaining bytes are the original with its holes; it is read until {@link #finish}
     * @param mostBytes most bytes of edits; those for holes are not counted
     */
    public void begin(ByteBuffer original, List<Hole> holes, int mostBytes) {
        this.original = original.slice();
        this.holes = holes;
        nextHole = 0;
        at = 0;
        copied = 0;
        skipped = 0;
        insertedFrom = 0;
        foreign = 0;
        for (Hole hole : holes) {
            foreign += hole.length() + NUMBERS;
        }
        budget = mostBytes + foreign;
        edits = edits.capacity() < budget + NUMBERS ? ByteBuffer.allocate(budget + NUMBERS) : edits.clear();
    }

    /** Adds bytes that are the same in output and original. */
    public void copy(int length) {
        int rest = length;
        while (rest > 0) {
            int part = untilHole(rest);
            if (at > insertedFrom || skipped > 0) {
                put();
            }
            copied += part;
            at += part;
            insertedFrom = at;
            rest -= part;
        }
    }

    /** Adds bytes that only the output has. */
    public void skip(int length) {
        skipped += length;
    }

    /** Adds bytes that only the original has. */
    public void insert(int length) {
        int rest = length;
        while (rest > 0) {
            int part = untilHole(rest);
            at += part;
            rest -= part;
        }
    }

    /** Returns how many bytes may still be inserted; negative if there are too many already. */
    public int rest() {
        return budget - edits.position() - (at - insertedFrom);
    }

    /** Returns the bytes of the edits, less an allowance for holes; at least 0. */
    int bytesWithoutHoles() {
        return Math.max(0, edits.limit() - foreign);
    }

    /** Ends the list and returns it, valid until the next one begins; rest() must not be negative. */
    public ByteBuffer finish() {
        untilHole(0);
        if (at > insertedFrom || skipped > 0) {
            put();
        }
        return edits.flip();
    }

    /** Inserts the holes that begin here, and returns the smaller of a length and the distance to the next one. */
    private int untilHole(int length) {
        while (nextHole < holes.size()) {
            Hole hole = holes.get(nextHole);
            if (hole.offset() > at) {
                return Math.min(length, hole.offset() - at);
            }
            at += hole.length();
            nextHole++;
        }
        return length;
    }

    private void put() {
        int inserted = at - insertedFrom;
        if (edits.remaining() < NUMBERS + inserted) {
            edits.position(edits.limit()); // rest() is negative from here on
            return;
        }
        Varint.put(edits, copied);
        Varint.put(edits, skipped);
        Varint.put(edits, inserted);
        edits.put(original.limit(at).position(insertedFrom));
        original.limit(original.capacity());
        copied = 0;
        skipped = 0;
        insertedFrom = at;
    }
}
