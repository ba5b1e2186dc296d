package io.narrows.codec;

import static io.narrows.codec.Lz4Layout.LAST_LITERALS;
import static io.narrows.codec.Lz4Layout.MATCH_MARGIN;
import static io.narrows.codec.Lz4Layout.MAX_DISTANCE;
import static io.narrows.codec.Lz4Layout.MIN_MATCH;

import java.util.Arrays;

/**
 * The matcher of {@code lz4}: one position per hash of five bytes, and growing steps while nothing is found. The method is
 * that of {@code LZ4_compress_fast_continue} at acceleration 1, except that the last positions of a piece are entered as
 * well, once the next piece provides the bytes that follow: small frames benefit from this.
 *
 * <p>An entry is only a hint. Whatever its value, the position is checked to be before the current one and within the
 * format's distance, and its bytes are compared. An entry that was never set, or that moved out of the window, is therefore
 * simply 0.
 */
final class Lz4HashTable implements Lz4Matcher {
    private static final int LOG = 12;

    /** The step grows by one after this many steps, as a base-two logarithm. */
    private static final int PATIENCE_LOG = 6;

    private static final long PRIME_OF_FIVE_BYTES = 889_523_592_379L;

    static final long BYTES = (long) Integer.BYTES << LOG;

    private final int[] places = new int[1 << LOG];

    @Override
    public int compress(byte[] in, int from, int to, byte[] out) {
        int lastStart = to - MATCH_MARGIN;
        int matchLimit = to - LAST_LITERALS;
        int[] table = places;
        enterEndOfLastPiece(in, from, lastStart);

        int anchor = from;
        int written = 0;
        int at = Math.max(from, 1);
        while (at <= lastStart) {
            int candidate;
            int next = at;
            int steps = 1 << PATIENCE_LOG;
            do {
                at = next;
                next += steps++ >>> PATIENCE_LOG;
                if (at > lastStart) {
                    return Lz4Sequences.literals(in, anchor, to - anchor, out, written);
                }
                int slot = slot(Lz4Layout.word(in, at));
                candidate = table[slot];
                table[slot] = at;
            } while (at - candidate > MAX_DISTANCE || Lz4Layout.quad(in, candidate) != Lz4Layout.quad(in, at));

            int forward = at + MIN_MATCH + Lz4Layout.alike(in, candidate + MIN_MATCH, at + MIN_MATCH, matchLimit);
            int distance = at - candidate;
            while (at > anchor && candidate > 0 && in[at - 1] == in[candidate - 1]) {
                at--;
                candidate--;
            }
            written = Lz4Sequences.put(in, anchor, at - anchor, distance, forward - at, out, written);
            anchor = forward;
            at = forward;
            if (at <= lastStart) {
                table[slot(Lz4Layout.word(in, at - 2))] = at - 2;
            }
        }
        return Lz4Sequences.literals(in, anchor, to - anchor, out, written);
    }

    private void enterEndOfLastPiece(byte[] in, int from, int lastStart) {
        enter(in, Math.max(from - MATCH_MARGIN, 0), Math.min(from - 1, lastStart));
    }

    /** Enters every position up to {@code last}, which must be followed by eight bytes. */
    void enter(byte[] in, int first, int last) {
        for (int at = first; at <= last; at++) {
            places[slot(Lz4Layout.word(in, at))] = at;
        }
    }

    /** Replaces the contents with those of another table. */
    void copy(Lz4HashTable other) {
        System.arraycopy(other.places, 0, places, 0, places.length);
    }

    private static int slot(long word) {
        return (int) ((word << 24) * PRIME_OF_FIVE_BYTES >>> 64 - LOG);
    }

    @Override
    public void moved(int by) {
        for (int i = 0; i < places.length; i++) {
            places[i] = Math.max(places[i] - by, 0);
        }
    }

    @Override
    public void clear() {
        Arrays.fill(places, 0);
    }

    @Override
    public long memoryBytes() {
        return BYTES;
    }
}
