package io.narrows.codec;

import static io.narrows.codec.Lz4Layout.MIN_MATCH;
import static io.narrows.codec.Lz4Layout.NIBBLE;

/** Writes the sequences of an LZ4 block. Each method takes the output position and returns the next one. */
final class Lz4Sequences {
    /** Length up to which words are copied one by one; for longer runs the call of the JVM's array copy pays off. */
    private static final int SHORT_RUN = 64;

    private Lz4Sequences() {}

    /** Writes literals and a match. The output has room for both plus {@link Lz4Layout#SLACK}; the input has as much slack. */
    static int put(byte[] in, int from, int literals, int distance, int match, byte[] out, int at) {
        int next = literals(in, from, literals, out, at);
        Lz4Layout.putDistance(out, next, distance);
        next += Short.BYTES;
        int rest = match - MIN_MATCH;
        if (rest < NIBBLE) {
            out[at] |= (byte) rest;
            return next;
        }
        out[at] |= NIBBLE;
        return length(rest - NIBBLE, out, next);
    }

    /** Writes a token and literals: the last sequence of a block, or the start of another one. */
    static int literals(byte[] in, int from, int literals, byte[] out, int at) {
        int next = at + 1;
        if (literals < NIBBLE) {
            out[at] = (byte) (literals << 4);
            Lz4Layout.copy(in, from, out, next, literals);
            return next + literals;
        }
        out[at] = (byte) (NIBBLE << 4);
        next = length(literals - NIBBLE, out, next);
        if (literals <= SHORT_RUN) {
            Lz4Layout.copy(in, from, out, next, literals);
        } else {
            System.arraycopy(in, from, out, next, literals);
        }
        return next + literals;
    }

    private static int length(int length, byte[] out, int at) {
        int next = at;
        int rest = length;
        while (rest >= 255) {
            out[next++] = -1;
            rest -= 255;
        }
        out[next++] = (byte) rest;
        return next;
    }
}
