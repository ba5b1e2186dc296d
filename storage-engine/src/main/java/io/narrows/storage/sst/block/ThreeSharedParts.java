package io.narrows.storage.sst.block;

import io.narrows.storage.InternalKey;

/**
 * The parts that a key has in common with the previous one:
 *
 * <pre>
 * key before: | prefix | previous own 1 | middle | previous own 2 | last: its trailer, or nothing |
 * key:        | prefix | own 1          | middle | own 2          | last, or the next sequence's  |
 * </pre>
 *
 * The prefix is as long as possible. The middle is the longest run of equal bytes when the rests are aligned at their starts
 * or, if they differ in length, at their ends; no other alignment is tried, which keeps the search linear. YugabyteDB's
 * search is the same, except that it does not count a run that extends to the last part; its decoder accepts one.
 */
final class ThreeSharedParts {
    /** Difference between a trailer and the one with the next sequence number. */
    static final long NEXT_SEQUENCE = 0x100;

    int prefix;
    int own1;
    int previousOwn1;
    int middle;
    int own2;
    int previousOwn2;

    /** Length of the last part: that of a trailer, or 0. */
    int last;

    /** Whether the last part has the next sequence number. */
    boolean next;

    /** Finds the parts; a previous length of 0 or less means no previous key, so that all of the key is own 1. */
    void match(byte[] previous, int previousLength, byte[] key, int keyOffset, int keyLength) {
        prefix = SharedPrefixEncoder.shared(previous, previousLength, key, keyOffset, keyLength);
        last = 0;
        next = false;
        if (Math.min(previousLength, keyLength) >= prefix + InternalKey.TRAILER) {
            matchLast(
                    InternalKey.trailerBefore(previous, previousLength),
                    InternalKey.trailerBefore(key, keyOffset + keyLength));
        }
        int previousRest = Math.max(previousLength, 0) - prefix - last;
        int rest = keyLength - prefix - last;
        matchMiddle(previous, prefix, previousRest, key, keyOffset + prefix, rest);
    }

    private void matchLast(long previousTrailer, long trailer) {
        next = trailer == previousTrailer + NEXT_SEQUENCE;
        last = next || trailer == previousTrailer ? InternalKey.TRAILER : 0;
    }

    private void matchMiddle(byte[] previous, int previousAt, int previousRest, byte[] key, int at, int rest) {
        int common = Math.min(previousRest, rest);
        long run = longestRun(previous, previousAt, key, at, common);
        int shift = 0;
        int previousShift = 0;
        if (previousRest != rest) {
            long runAtEnds = longestRun(previous, previousAt + previousRest - common, key, at + rest - common, common);
            if (Coding.value(runAtEnds) > Coding.value(run)) {
                run = runAtEnds;
                shift = rest - common;
                previousShift = previousRest - common;
            }
        }
        middle = Coding.value(run);
        own1 = middle == 0 ? rest : Coding.index(run) + shift;
        previousOwn1 = middle == 0 ? previousRest : Coding.index(run) + previousShift;
        own2 = rest - own1 - middle;
        previousOwn2 = previousRest - previousOwn1 - middle;
    }

    /**
     * Returns the first of the longest runs of equal bytes at equal distances from two indexes: its distance and its length.
     */
    private static long longestRun(byte[] a, int aAt, byte[] b, int bAt, int length) {
        int longest = 0;
        int longestStart = 0;
        int start = 0;
        for (int i = 0; i <= length; i++) {
            if (i == length || a[aAt + i] != b[bAt + i]) {
                if (i - start > longest) {
                    longest = i - start;
                    longestStart = start;
                }
                start = i + 1;
            }
        }
        return Coding.pair(longestStart, longest);
    }
}
