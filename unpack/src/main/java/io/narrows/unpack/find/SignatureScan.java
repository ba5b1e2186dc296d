package io.narrows.unpack.find;

import io.narrows.codec.PackedFormat;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The search for {@link Signature}s in a range of bytes. Looks up the first two bytes of every four in a table of the pairs that
 * are clues.
 */
final class SignatureScan {
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT =
            MethodHandles.byteBufferViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int PAIR_DISTANCE = 4;
    private static final int STEP = 16;

    /** Signatures with a pair at a distance. */
    private record Candidate(Signature signature, int distance) {}

    /** By pair: the number of its candidates in {@link #CANDIDATES}. Most pairs have number 0, without any. */
    private static final byte[] NUMBERS = new byte[Clue.PAIRS];

    private static final Candidate[][] CANDIDATES = candidates();

    private final Set<Signature> wanted = EnumSet.noneOf(Signature.class);
    private @Nullable Signature found;
    private int beginning;

    SignatureScan(Set<PackedFormat> formats) {
        for (Signature signature : Signature.values()) {
            if (signature.wanted(formats)) {
                wanted.add(signature);
            }
        }
    }

    /** Fills {@link #NUMBERS}. */
    private static Candidate[][] candidates() {
        List<List<Candidate>> byNumber = new ArrayList<>();
        byNumber.add(List.of());
        for (Signature signature : Signature.values()) {
            for (Clue clue : signature.clues()) {
                for (int pair : clue.pairs()) {
                    List<Candidate> candidates = new ArrayList<>(byNumber.get(NUMBERS[pair]));
                    candidates.add(new Candidate(signature, clue.distance()));
                    if (!byNumber.contains(candidates)) {
                        byNumber.add(candidates);
                    }
                    NUMBERS[pair] = (byte) byNumber.indexOf(candidates);
                }
            }
        }
        return byNumber.stream()
                .map(candidates -> candidates.toArray(Candidate[]::new))
                .toArray(Candidate[][]::new);
    }

    /** Returns the signature that the last search found. */
    @Nullable
    Signature found() {
        return found;
    }

    /** Returns the index of the first signature that lies entirely in the range, or -1. */
    int find(ByteBuffer bytes, int from, int end) {
        int pair = nextPair(bytes, from, end);
        while (pair < end) {
            if (confirm(bytes, pair, from, end)) {
                return beginning;
            }
            pair = nextPair(bytes, pair + PAIR_DISTANCE, end);
        }
        return -1;
    }

    /**
     * Returns the same as {@link #find}, from index 0 of few bytes in an array. Keeps heap buffers away from the loop for long
     * reads, which is faster while all buffers there are direct.
     */
    int findInFew(ByteBuffer bytes, int end) {
        int pair = nextPairOfFew(bytes, 0, end);
        while (pair < end) {
            if (confirm(bytes, pair, 0, end)) {
                return beginning;
            }
            pair = nextPairOfFew(bytes, pair + PAIR_DISTANCE, end);
        }
        return -1;
    }

    /** Returns the index of the next pair with candidates, or {@code end} if there is none. */
    private static int nextPair(ByteBuffer bytes, int from, int end) {
        int at = from;
        for (; at <= end - STEP; at += STEP) {
            long first = (long) LONG.get(bytes, at);
            long second = (long) LONG.get(bytes, at + Long.BYTES);
            int number0 = NUMBERS[(int) first & 0xffff];
            int number1 = NUMBERS[(int) (first >>> 32) & 0xffff];
            int number2 = NUMBERS[(int) second & 0xffff];
            int number3 = NUMBERS[(int) (second >>> 32) & 0xffff];
            if ((number0 | number1 | number2 | number3) != 0) {
                int earlier = number0 != 0 ? 0 : PAIR_DISTANCE;
                int later = number2 != 0 ? 2 * PAIR_DISTANCE : 3 * PAIR_DISTANCE;
                return at + ((number0 | number1) != 0 ? earlier : later);
            }
        }
        return nextPairOfFew(bytes, at, end);
    }

    private static int nextPairOfFew(ByteBuffer bytes, int from, int end) {
        for (int at = from; at < end - 1; at += PAIR_DISTANCE) {
            if (NUMBERS[pair(bytes, at)] != 0) {
                return at;
            }
        }
        return end;
    }

    private static int pair(ByteBuffer bytes, int at) {
        return (short) SHORT.get(bytes, at) & 0xffff;
    }

    /** Checks the candidates of a pair. Sets {@link #beginning} and {@link #found} if one of them is there. */
    private boolean confirm(ByteBuffer bytes, int pair, int from, int end) {
        for (Candidate candidate : CANDIDATES[NUMBERS[pair(bytes, pair)]]) {
            Signature signature = candidate.signature();
            int at = pair - candidate.distance();
            if (at >= from
                    && at <= end - signature.length()
                    && signature.matches(bytes, at)
                    && wanted.contains(signature)) {
                beginning = at;
                found = signature;
                return true;
            }
        }
        return false;
    }
}
