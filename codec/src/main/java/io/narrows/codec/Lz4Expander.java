package io.narrows.codec;

import static io.narrows.codec.Lz4Layout.MIN_MATCH;
import static io.narrows.codec.Lz4Layout.NIBBLE;
import static io.narrows.codec.Lz4Layout.SLACK;

/**
 * Decompresses LZ4 blocks into an array that contains the content they may refer to. Every length and distance is checked
 * before a byte of it is copied. Static functions; safe for use by many threads on separate arrays.
 */
public final class Lz4Expander {
    /** Bytes that both arrays must have after the data read and written, because copies are made in words. */
    public static final int ROOM_BEHIND = SLACK;

    /** Maximum number of bytes that one byte of a block can expand to. */
    public static final int MAX_EXPANSION = 255;

    /** Length up to which words are copied one by one; for longer runs the call of the JVM's array copy pays off. */
    private static final int SHORT_RUN = 64;

    private Lz4Expander() {}

    /**
     * Decompresses a block after the content that it may refer to.
     *
     * @param block has {@link Lz4Layout#SLACK} bytes after its length
     * @param out content up to {@code from}; has {@link Lz4Layout#SLACK} bytes after the new content
     * @param length exact size of this block's content
     * @throws MalformedDataException if the block is damaged, refers to data before {@code out}, or has content of another
     *     size; nothing before {@code from} has changed
     */
    static void expand(byte[] block, int blockLength, byte[] out, int from, int length) throws MalformedDataException {
        int expanded = expandUpTo(block, blockLength, out, from, length);
        if (expanded != length) {
            throw new MalformedDataException("LZ4 block of " + expanded + " bytes (expected: " + length + ")");
        }
    }

    /**
     * Decompresses a block whose content size is unknown.
     *
     * @param block has {@link #ROOM_BEHIND} bytes after its length
     * @param out content up to {@code from} that the block may refer to; has {@link #ROOM_BEHIND} bytes after the limit
     * @param limit maximum size of this block's content
     * @return the size of the content, which starts at {@code from}
     * @throws MalformedDataException if the block is damaged, refers to data before {@code out}, or has more content;
     *     nothing before {@code from} has changed
     */
    public static int expandUpTo(byte[] block, int blockLength, byte[] out, int from, int limit)
            throws MalformedDataException {
        int end = from + limit;
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
                return at - from;
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

    /** Copies a match. It may overlap itself, in which case the bytes repeat. */
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
