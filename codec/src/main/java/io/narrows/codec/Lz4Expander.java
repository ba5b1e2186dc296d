package io.narrows.codec;

import static io.narrows.codec.Lz4Layout.MIN_MATCH;
import static io.narrows.codec.Lz4Layout.NIBBLE;
import static io.narrows.codec.Lz4Layout.SLACK;

/** Reads LZ4 blocks. Every length and distance is checked before a byte of it is copied. */
final class Lz4Expander {
    /** Up to here, words are copied one by one; above, the call of a copy that the JVM brings pays. */
    private static final int SHORT_RUN = 64;

    private Lz4Expander() {}

    /**
     * Expands a block behind the content that it may refer to.
     *
     * @param block has {@link Lz4Layout#SLACK} bytes behind its length
     * @param out all below {@code from} is content; has {@link Lz4Layout#SLACK} bytes behind the new one
     * @param length the exact size of the content of this block
     * @throws MalformedDataException when the block is damaged, refers to what is before {@code out}, or has content of
     *     another size; nothing below {@code from} has changed
     */
    static void expand(byte[] block, int blockLength, byte[] out, int from, int length) throws MalformedDataException {
        int end = from + length;
        int at = from;
        int next = 0;
        while (next < blockLength) {
            int token = block[next++];

            int literals = token >>> 4 & NIBBLE;
            if (literals == NIBBLE) {
                int more;
                do {
                    if (next >= blockLength) {
                        throw damaged("truncated length", next, blockLength);
                    }
                    more = block[next++] & 0xff;
                    literals += more;
                } while (more == 255);
            }
            if (literals > blockLength - next || literals > end - at) {
                throw damaged(literals + " literals", next, blockLength);
            }
            if (literals <= SHORT_RUN) {
                Lz4Layout.copy(block, next, out, at, literals);
            } else {
                System.arraycopy(block, next, out, at, literals);
            }
            next += literals;
            at += literals;
            if (next == blockLength) {
                if (at != end) {
                    throw new MalformedDataException(
                            "LZ4 block of " + (at - from) + " bytes (expected: " + length + ")");
                }
                return;
            }

            if (blockLength - next < Short.BYTES) {
                throw damaged("truncated distance", next, blockLength);
            }
            int distance = Lz4Layout.distance(block, next);
            next += Short.BYTES;
            int match = token & NIBBLE;
            if (match == NIBBLE) {
                int more;
                do {
                    if (next >= blockLength) {
                        throw damaged("truncated length", next, blockLength);
                    }
                    more = block[next++] & 0xff;
                    match += more;
                } while (more == 255);
            }
            match += MIN_MATCH;
            if (distance == 0 || distance > at || match > end - at) {
                throw damaged("match of " + match + " at distance " + distance, next, blockLength);
            }
            copyMatch(out, at - distance, at, match);
            at += match;
        }
        throw damaged("no last literals", next, blockLength);
    }

    /** A match may overlap itself: then the bytes repeat. */
    private static void copyMatch(byte[] out, int from, int to, int length) {
        int distance = to - from;
        if (distance >= SLACK) {
            if (length <= SHORT_RUN || distance < length) {
                Lz4Layout.copy(out, from, out, to, length);
            } else {
                System.arraycopy(out, from, out, to, length);
            }
            return;
        }
        for (int i = 0; i < length; i++) {
            out[to + i] = out[from + i];
        }
    }

    private static MalformedDataException damaged(String what, int at, int length) {
        return new MalformedDataException("LZ4 block is damaged: " + what + " at byte " + at + " of " + length);
    }
}
