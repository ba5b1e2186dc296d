package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The encoder of Snappy 1.1.0 to 1.1.3, which later ones replaced by a faster one that makes other blocks. librdkafka has a port of it in
 * C. For one thread at a time.
 *
 * <p>Content is compressed in fragments of 64 KiB. Positions are looked up in a table by a hash of four bytes; the longer no match is
 * found, the more positions are skipped. The algorithm is that of {@code CompressFragment} in Snappy's {@code snappy.cc}.
 */
final class EarlySnappyEncoder {
    private static final int FRAGMENT = 64 << 10;
    private static final int LEAST_TABLE = 256;
    private static final int MOST_TABLE = 1 << 14;

    /** The last bytes of a fragment begin no match. */
    private static final int MARGIN = 15;

    private static final int MULTIPLIER = 0x1e35a7bd;

    private static final int COPY_OF_TWO_BYTES = 1;
    private static final int COPY_OF_THREE_BYTES = 2;
    private static final int LONGEST_COPY = 64;
    private static final int SHORTEST_MATCH = 4;

    private final short[] table = new short[MOST_TABLE];
    private ByteBuffer plain = ByteBuffer.allocate(0);
    private ByteBuffer block = plain;
    private int shift;

    /** The position that the match found last repeats. */
    private int candidate;

    /**
     * Compresses plain bytes into a block.
     *
     * @param content its position is advanced to its limit
     * @param dst the block begins at index 0
     * @return the length of the block
     */
    int encode(ByteBuffer content, ByteBuffer dst) {
        plain = content.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        block = dst.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN);
        length(content.remaining());
        int end = content.limit();
        for (int from = content.position(); from < end; from += FRAGMENT) {
            fragment(from, Math.min(from + FRAGMENT, end));
        }
        content.position(end);
        return block.position();
    }

    private void length(int length) {
        int rest = length;
        while (rest >= 0x80) {
            block.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        block.put((byte) rest);
    }

    private void fragment(int from, int to) {
        int rest = from;
        if (to - from >= MARGIN) {
            int size = LEAST_TABLE;
            while (size < MOST_TABLE && size < to - from) {
                size <<= 1;
            }
            Arrays.fill(table, 0, size, (short) 0);
            shift = Integer.numberOfLeadingZeros(size) + 1;
            rest = matches(from, to);
        }
        if (rest < to) {
            literal(rest, to);
        }
    }

    /** Writes matches and the literals between them; returns where the last literal begins. */
    private int matches(int from, int to) {
        int limit = to - MARGIN;
        int written = from;
        int at = from + 1;
        while (true) {
            int found = firstMatch(from, at, limit);
            if (found < 0) {
                return written;
            }
            literal(written, found);
            written = copies(from, found, limit, to);
            if (written >= limit) {
                return written;
            }
            at = written + 1;
        }
    }

    private int firstMatch(int from, int start, int limit) {
        int skip = 32;
        int at = start;
        while (true) {
            int next = at + (skip++ >>> 5);
            if (next > limit) {
                return -1;
            }
            int bytes = plain.getInt(at);
            candidate = replaced(from, at, bytes);
            if (bytes == plain.getInt(candidate)) {
                return at;
            }
            at = next;
        }
    }

    /** Writes the match at a position, and those that follow it directly; returns where they end. */
    private int copies(int from, int start, int limit, int to) {
        int at = start;
        int bytes;
        do {
            int length = matchLength(candidate, at, to);
            copy(at - candidate, length);
            at += length;
            if (at >= limit) {
                return at;
            }
            replaced(from, at - 1, plain.getInt(at - 1));
            bytes = plain.getInt(at);
            candidate = replaced(from, at, bytes);
        } while (bytes == plain.getInt(candidate));
        return at;
    }

    /** Enters a position into the table; returns the one that it replaces. */
    private int replaced(int from, int at, int bytes) {
        int hash = bytes * MULTIPLIER >>> shift;
        int earlier = from + (table[hash] & 0xffff);
        table[hash] = (short) (at - from);
        return earlier;
    }

    private int matchLength(int earlier, int at, int to) {
        int length = SHORTEST_MATCH;
        while (at + length + Long.BYTES <= to) {
            long difference = plain.getLong(earlier + length) ^ plain.getLong(at + length);
            if (difference != 0) {
                return length + (Long.numberOfTrailingZeros(difference) >>> 3);
            }
            length += Long.BYTES;
        }
        while (at + length < to && plain.get(earlier + length) == plain.get(at + length)) {
            length++;
        }
        return length;
    }

    private void literal(int from, int to) {
        int number = to - from - 1;
        if (number < 60) {
            block.put((byte) (number << 2));
        } else if (number < 0x100) {
            block.put((byte) (60 << 2)).put((byte) number);
        } else {
            block.put((byte) (61 << 2)).putShort((short) number);
        }
        block.put(block.position(), plain, from, to - from).position(block.position() + to - from);
    }

    private void copy(int offset, int length) {
        int rest = length;
        while (rest >= LONGEST_COPY + SHORTEST_MATCH) {
            shortCopy(offset, LONGEST_COPY);
            rest -= LONGEST_COPY;
        }
        if (rest > LONGEST_COPY) {
            shortCopy(offset, LONGEST_COPY - SHORTEST_MATCH);
            rest -= LONGEST_COPY - SHORTEST_MATCH;
        }
        shortCopy(offset, rest);
    }

    private void shortCopy(int offset, int length) {
        if (length < 12 && offset < 2048) {
            block.put((byte) (COPY_OF_TWO_BYTES | length - SHORTEST_MATCH << 2 | offset >>> 8 << 5))
                    .put((byte) offset);
        } else {
            block.put((byte) (COPY_OF_THREE_BYTES | length - 1 << 2)).putShort((short) offset);
        }
    }
}
