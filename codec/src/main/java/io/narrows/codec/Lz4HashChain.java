package io.narrows.codec;

import static io.narrows.codec.Lz4Layout.LAST_LITERALS;
import static io.narrows.codec.Lz4Layout.MATCH_MARGIN;
import static io.narrows.codec.Lz4Layout.MIN_MATCH;

import java.util.Arrays;

/**
 * The matcher of {@code lz4hc}: every position is entered in a chain of the positions with the same four bytes, latest
 * first. A match is used unless a longer one starts one or two bytes later. The level sets how many positions of a chain are
 * tried.
 *
 * <p>The head of a chain is a position; each link is the distance to the previous position, and is stored at its own
 * position modulo the window, counted from the start of the stream. Links therefore remain valid when the content moves;
 * only heads must be updated. An overwritten link points to some other, earlier position, whose bytes are compared like any
 * other's.
 */
final class Lz4HashChain implements Lz4Matcher {
    /** Level 9 is the default. Higher levels find few further matches, and are slow on repetitive content. */
    private static final int[] ATTEMPTS_OF_LEVEL = {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 24, 64, 256};

    /** A match of this length is used immediately: on uniform content, looking for a longer one is most expensive. */
    private static final int LONG_ENOUGH = 128;

    /** After a match of this length, no later match is searched for. */
    private static final int PATIENCE = 32;

    private static final int GOLDEN_RATIO = 0x9e37_79b1;

    private final int[] heads;
    private final int hashShift;
    private final char[] links;
    private final int attempts;

    /** Bytes before the first position of the window; only the lowest bits matter. */
    private int base;

    /** All positions before this one are in chains. */
    private int entered;

    /** Position of the match found by {@link #longest}. */
    private int found;

    /** @param windowLog base-two logarithm of the maximum match distance, 10 to 16 */
    Lz4HashChain(int level, int windowLog) {
        attempts = ATTEMPTS_OF_LEVEL[level];
        heads = new int[1 << windowLog - 1];
        hashShift = Integer.SIZE - (windowLog - 1);
        links = new char[1 << windowLog];
    }

    @Override
    public int compress(byte[] in, int from, int to, byte[] out) {
        int lastStart = to - MATCH_MARGIN;
        int matchLimit = to - LAST_LITERALS;
        int anchor = from;
        int written = 0;
        int at = Math.max(from, 1);
        while (at <= lastStart) {
            int length = longest(in, at, MIN_MATCH - 1, matchLimit);
            if (length < MIN_MATCH) {
                at++;
                continue;
            }
            int distance = at - found;
            while (length < PATIENCE) {
                int later = laterMatch(in, at, length, lastStart, matchLimit);
                if (later == 0) {
                    break;
                }
                at += later & 3;
                length = later >>> 2;
                distance = at - found;
            }
            int start = at;
            while (start > anchor && start > distance && in[start - 1] == in[start - distance - 1]) {
                start--;
            }
            at += length;
            written = Lz4Sequences.put(in, anchor, start - anchor, distance, at - start, out, written);
            anchor = at;
        }
        return Lz4Sequences.literals(in, anchor, to - anchor, out, written);
    }

    /**
     * Finds a match that is worth the one or two literals before it. Returns its length shifted left by two bits plus their
     * number; or 0.
     */
    private int laterMatch(byte[] in, int at, int length, int lastStart, int limit) {
        for (int later = 1; later <= 2 && at + later <= lastStart; later++) {
            int enough = length + later - 1;
            int longer = longest(in, at + later, enough, limit);
            if (longer > enough) {
                return longer << 2 | later;
            }
        }
        return 0;
    }

    /**
     * Returns the length of the longest match of more than {@code most} bytes, at {@link #found}; {@code most} if there is
     * none.
     */
    private int longest(byte[] in, int at, int most, int limit) {
        enterBelow(in, at);
        int mask = links.length - 1;
        int lowest = Math.max(0, at - mask);
        int enough = Math.min(LONG_ENOUGH, limit - at);
        int best = most;
        int first = Lz4Layout.quad(in, at);
        int candidate = heads[slot(first)];
        for (int left = attempts; left > 0 && candidate >= lowest && best < enough; left--) {
            if (Lz4Layout.quad(in, candidate + best - 3) == Lz4Layout.quad(in, at + best - 3)
                    && Lz4Layout.quad(in, candidate) == first) {
                int length = MIN_MATCH + Lz4Layout.alike(in, candidate + MIN_MATCH, at + MIN_MATCH, limit);
                if (length > best) {
                    best = length;
                    found = candidate;
                }
            }
            int link = links[base + candidate & mask];
            if (link == 0) {
                return best; // the very first position has no predecessor
            }
            candidate -= link;
        }
        return best;
    }

    private void enterBelow(byte[] in, int place) {
        int[] newest = heads;
        char[] distances = links;
        int mask = distances.length - 1;
        for (int at = entered; at < place; at++) {
            int slot = slot(Lz4Layout.quad(in, at));
            distances[base + at & mask] = (char) Math.min(at - newest[slot], Character.MAX_VALUE);
            newest[slot] = at;
        }
        entered = place;
    }

    private int slot(int quad) {
        return quad * GOLDEN_RATIO >>> hashShift;
    }

    @Override
    public void moved(int by) {
        for (int i = 0; i < heads.length; i++) {
            heads[i] = Math.max(heads[i] - by, 0);
        }
        entered = Math.max(entered - by, 0);
        base += by;
    }

    @Override
    public void clear() {
        Arrays.fill(heads, 0);
        entered = 0;
    }

    static long memoryBytes(int windowLog) {
        return ((long) Integer.BYTES << windowLog - 1) + ((long) Character.BYTES << windowLog);
    }

    @Override
    public long memoryBytes() {
        return (long) heads.length * Integer.BYTES + (long) links.length * Character.BYTES;
    }
}
