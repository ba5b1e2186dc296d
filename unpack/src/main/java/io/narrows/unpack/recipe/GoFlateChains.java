package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The blocks of levels 2 to 9 of Go's {@code compress/flate}. Positions are looked up by a hash of four bytes, in chains from the last one back.
 * From level 4 on, a match is used only if the next position has no longer one. The algorithm is that of {@code deflate} in Go's {@code
 * deflate.go}. For one thread at a time.
 *
 * <p>Go has a window of 64 KiB, which it moves on by half when less than {@link #LOOKAHEAD} bytes are left in it. Content before the window
 * is neither repeated nor stored.
 */
final class GoFlateChains {
    /** Most tokens of a block. */
    static final int BLOCK_TOKENS = 1 << 14;

    private static final int STEP = 1 << 15;
    private static final int STEP_MASK = STEP - 1;
    private static final int SHORTEST = 4;
    private static final int LOOKAHEAD = SHORTEST + DeflateSymbols.MOST_LENGTH;
    /** The distance up to which a match may be a shortest one. */
    private static final int NEAR = 4096;

    private static final int HASH_BITS = 17;
    private static final int MULTIPLIER = 0x1e35a7bd;

    /**
     * The effort of a level.
     *
     * @param lazy length from which a match is used without looking at the next position; 0: all are
     * @param nice length from which no longer match is looked for
     * @param chain most positions that are compared
     * @param entered most length of a match whose positions are all entered into the chains
     */
    private record Effort(int lazy, int nice, int chain, int entered) {}

    private static final Effort[] EFFORTS = {
        new Effort(0, 16, 8, 5),
        new Effort(0, 32, 32, 6),
        new Effort(4, 16, 16, Integer.MAX_VALUE),
        new Effort(16, 32, 32, Integer.MAX_VALUE),
        new Effort(16, 128, 128, Integer.MAX_VALUE),
        new Effort(32, 128, 256, Integer.MAX_VALUE),
        new Effort(128, 258, 1024, Integer.MAX_VALUE),
        new Effort(258, 258, 4096, Integer.MAX_VALUE),
    };

    private final DeflateTokens tokens;
    private final GoFlateBlocks blocks;

    /** The last position with each hash, and by position the one before it with the same hash: plus the origin, plus 1. */
    private final int[] heads = new int[1 << HASH_BITS];

    private final int[] before = new int[STEP];
    /** Is above all entries of earlier contents, so that those need not be cleared. */
    private int origin;

    private int nextOrigin;

    private ByteBuffer content = ByteBuffer.allocate(0);
    private Effort effort = EFFORTS[0];
    private int end;
    private int windowStart;
    private int windowEnd;
    private int blockStart;

    private boolean isAsExpected;

    /** The match that was found last: its length is 0 if there is none. */
    private int length;

    private int distance;

    /** The length of the match at the position before, which is not added yet. */
    private int previous;

    /** Whether the byte before is not added yet: it is a literal, or begins a match. */
    private boolean literalIsPending;

    GoFlateChains(DeflateTokens tokens, GoFlateBlocks blocks, int origin) {
        this.nextOrigin = origin;
        this.tokens = tokens;
        this.blocks = blocks;
    }

    /**
     * Writes the blocks of a stream.
     *
     * @param plain little-endian; all its bytes from index 0 to the limit are compressed
     * @param level 2 to 9
     * @return how many bytes were compressed: fewer than all if the output is not as expected
     */
    int encode(ByteBuffer plain, int level) {
        content = plain;
        effort = EFFORTS[level - 2];
        end = plain.limit();
        windowStart = 0;
        windowEnd = Math.min(end, 2 * STEP);
        blockStart = 0;
        if (nextOrigin > Integer.MAX_VALUE - 1 - end) {
            nextOrigin = 0;
            Arrays.fill(heads, 0);
            Arrays.fill(before, 0);
        }
        origin = nextOrigin;
        nextOrigin += end;
        isAsExpected = true;
        previous = 0;
        literalIsPending = false;
        boolean isGreedy = effort.lazy() == 0;
        int at = 0;
        while (at < end && isAsExpected) {
            moveWindow(at);
            at = isGreedy ? greedyStep(at) : lazyStep(at);
        }
        if (isAsExpected) {
            addPendingLiteral(end);
            if (tokens.count() > 0) {
                block(end);
            }
        }
        return at;
    }

    /** Adds the literal or the match at a position; returns where it ends. */
    private int greedyStep(int at) {
        find(at, enter(at));
        int next = at + 1;
        if (length == 0) {
            addLiteral(at);
        } else {
            next = at + length;
            tokens.addMatch(length, distance);
            if (length <= effort.entered()) {
                enter(at + 1, next);
            }
        }
        if (tokens.count() == BLOCK_TOKENS) {
            block(next);
        }
        return next;
    }

    /** Adds the literal or the match before a position, and finds the match at it; returns the next position to look at. */
    private int lazyStep(int at) {
        int candidate = enter(at);
        int previousDistance = distance;
        length = 0;
        if (previous < effort.lazy()) {
            find(at, candidate);
        }
        int added = at;
        int next = at + 1;
        if (previous > 0 && length <= previous) {
            tokens.addMatch(previous, previousDistance);
            next = at + previous - 1;
            enter(at + 1, next);
            added = next;
            literalIsPending = false;
            previous = 0;
        } else {
            addPendingLiteral(at);
            literalIsPending = true;
            previous = length;
        }
        if (tokens.count() == BLOCK_TOKENS) {
            block(added);
        }
        return next;
    }

    private void addPendingLiteral(int at) {
        if (literalIsPending) {
            addLiteral(at - 1);
        }
    }

    private void addLiteral(int at) {
        tokens.addLiteral(content.get(at) & 0xff);
    }

    private void block(int to) {
        isAsExpected = blocks.shortest(blockStart, to, blockStart >= windowStart);
        blockStart = to;
    }

    private void moveWindow(int at) {
        if (windowEnd < end && windowEnd - at < LOOKAHEAD) {
            windowStart += STEP;
            windowEnd = Math.min(end, windowEnd + STEP);
        }
    }

    /** Enters a position into its chain; returns the position that was entered there before, or a negative number. */
    private int enter(int at) {
        if (at > end - SHORTEST) {
            return -1;
        }
        int hash = Integer.reverseBytes(content.getInt(at)) * MULTIPLIER >>> Integer.SIZE - HASH_BITS;
        int head = heads[hash];
        before[at & STEP_MASK] = head;
        heads[hash] = origin + at + 1;
        return head - origin - 1;
    }

    private void enter(int from, int to) {
        for (int at = from; at < to; at++) {
            enter(at);
        }
    }

    /** Searches a chain for the longest match at a position. */
    private void find(int at, int first) {
        length = 0;
        int oldest = Math.max(windowStart, at - STEP);
        if (first < oldest) {
            return;
        }
        int longest = Math.min(DeflateSymbols.MOST_LENGTH, end - at);
        int enough = Math.min(effort.nice(), longest);
        int best = SHORTEST - 1;
        int ending = content.getInt(at);
        int candidate = first;
        for (int tries = effort.chain(); tries > 0; tries--) {
            if (content.getInt(candidate + best + 1 - SHORTEST) == ending) {
                int found = MatchLength.of(content, candidate, at, longest);
                if (found > best && (found > SHORTEST || at - candidate <= NEAR)) {
                    best = found;
                    length = found;
                    distance = at - candidate;
                    if (found >= enough) {
                        return;
                    }
                    ending = content.getInt(at + best + 1 - SHORTEST);
                }
            }
            if (candidate == at - STEP) {
                return; // its predecessor is overwritten
            }
            candidate = before[candidate & STEP_MASK] - origin - 1;
            if (candidate < oldest) {
                return;
            }
        }
    }
}
