package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The blocks of level 1 of Go's {@code compress/flate}, and of {@code HuffmanOnly}, which has no matches. Positions are looked up in a table by
 * a hash of four bytes; the longer no match is found, the more positions are skipped. The algorithm is that of {@code encode} in Go's
 * {@code deflatefast.go}, which is derived from Snappy's. For one thread at a time.
 */
final class GoFlateTable {
    /** Most bytes of a block, and so most tokens. */
    static final int BLOCK = 0xffff;

    /** The last block is not searched for matches if it is shorter. */
    private static final int LEAST_SEARCHED = 128;

    private static final int MOST_STORED = 16;

    /** The last bytes of a block begin no match. */
    private static final int MARGIN = 15;

    private static final int FARTHEST = 1 << 15;
    private static final int TABLE_BITS = 14;
    private static final int MULTIPLIER = 0x1e35a7bd;

    private final DeflateTokens tokens;
    private final GoFlateBlocks blocks;

    /** The last position with each hash, plus the origin, plus 1. */
    private final int[] table = new int[1 << TABLE_BITS];
    /** Is above all entries of earlier contents, so that those need not be cleared. */
    private int origin;

    private int nextOrigin;

    private ByteBuffer content = ByteBuffer.allocate(0);

    /** The position that the match found last repeats. */
    private int candidate;

    GoFlateTable(DeflateTokens tokens, GoFlateBlocks blocks, int origin) {
        this.nextOrigin = origin;
        this.tokens = tokens;
        this.blocks = blocks;
    }

    /**
     * Writes the blocks of a stream.
     *
     * @param plain little-endian; all its bytes from index 0 to the limit are compressed
     * @param matches whether to search for matches
     * @return how many bytes were compressed: fewer than all if the output is not as expected
     */
    int encode(ByteBuffer plain, boolean matches) {
        content = plain;
        int end = plain.limit();
        if (nextOrigin > Integer.MAX_VALUE - 1 - end) {
            nextOrigin = 0;
            Arrays.fill(table, 0);
        }
        origin = nextOrigin;
        nextOrigin += end;
        int from = 0;
        boolean isAsExpected = true;
        while (isAsExpected && from < end) {
            int to = Math.min(end, from + BLOCK);
            isAsExpected = matches ? block(from, to) : literalBlock(from, to);
            from = to;
        }
        return from;
    }

    private boolean block(int from, int to) {
        int length = to - from;
        if (length <= MOST_STORED) {
            return blocks.stored(from, to);
        }
        if (length >= LEAST_SEARCHED) {
            addTokens(from, to);
            if (tokens.count() <= length - (length >> 4)) {
                return blocks.dynamicOrStored(from, to);
            }
            tokens.clear();
        }
        return literalBlock(from, to);
    }

    private boolean literalBlock(int from, int to) {
        literals(from, to);
        return blocks.dynamicOrStored(from, to);
    }

    private void literals(int from, int to) {
        for (int at = from; at < to; at++) {
            tokens.addLiteral(content.get(at) & 0xff);
        }
    }

    private void addTokens(int from, int to) {
        int limit = to - MARGIN;
        int added = from;
        int at = from;
        while (true) {
            int found = firstMatch(at, limit);
            if (found < 0) {
                break;
            }
            literals(added, found);
            added = matches(found, limit, to);
            if (added >= limit) {
                break;
            }
            at = added + 1;
        }
        literals(added, to);
    }

    private int firstMatch(int start, int limit) {
        int skip = 32;
        int at = start;
        while (true) {
            int step = skip >> 5;
            int next = at + step;
            skip += step;
            if (next > limit) {
                return -1;
            }
            if (isMatch(at)) {
                return at;
            }
            at = next;
        }
    }

    /** Adds the match at a position, and those that follow it directly; returns where they end. */
    private int matches(int start, int limit, int to) {
        int at = start;
        do {
            int length = MatchLength.of(content, candidate, at, Math.min(DeflateSymbols.MOST_LENGTH, to - at));
            tokens.addMatch(length, at - candidate);
            at += length;
            if (at >= limit) {
                return at;
            }
            replaced(at - 1, content.getInt(at - 1));
        } while (isMatch(at));
        return at;
    }

    /** Enters a position into the table, and returns whether the one that it replaces begins a match. */
    private boolean isMatch(int at) {
        int bytes = content.getInt(at);
        candidate = replaced(at, bytes);
        return candidate >= 0 && at - candidate <= FARTHEST && content.getInt(candidate) == bytes;
    }

    /** Enters a position into the table; returns the one that it replaces, or a negative number. */
    private int replaced(int at, int bytes) {
        int hash = bytes * MULTIPLIER >>> Integer.SIZE - TABLE_BITS;
        int entry = table[hash];
        table[hash] = origin + at + 1;
        return entry - origin - 1;
    }
}
