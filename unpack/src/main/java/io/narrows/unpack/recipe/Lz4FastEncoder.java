package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * {@code LZ4_compress_default} of lz4 1.9 and 1.10, bit for bit, for one block without history. Later versions choose other
 * matches, but most programs have these: lz4-java up to 1.10, librdkafka, and Linux distributions. It follows
 * {@code LZ4_compress_generic} of lz4 1.9.4 on a 64-bit little-endian machine, whose names it uses. One thread uses it at a
 * time.
 */
final class Lz4FastEncoder {
    private static final int MINMATCH = 4;
    private static final int LASTLITERALS = 5;
    private static final int MFLIMIT = 12;

    /** Blocks below this size have 16-bit positions and a hash of four bytes, others 32-bit positions and a hash of five. */
    private static final int LIMIT_64K = (64 << 10) + MFLIMIT - 1;

    private static final int DISTANCE_MAX = 65_535;
    private static final int SKIP_TRIGGER = 6;
    private static final int HASH_LOG = 12;
    private static final long PRIME_5_BYTES = 889_523_592_379L;
    private static final int PRIME_4_BYTES = (int) 2_654_435_761L;
    private static final int MASK = 15;

    private final int[] positions = new int[1 << HASH_LOG + 1];

    private ByteBuffer src = ByteBuffer.allocate(0);
    private ByteBuffer dst = ByteBuffer.allocate(0);
    private boolean isShort;

    static int bound(int length) {
        return length + length / 255 + 16;
    }

    /**
     * Compresses a block.
     *
     * @param plain little-endian; its remaining bytes are compressed, and its position is not changed
     * @param output the block begins at index 0; there is room for the bound
     * @return the length of the block
     */
    int encode(ByteBuffer plain, ByteBuffer output) {
        src = plain;
        dst = output.duplicate().clear();
        int base = plain.position();
        int iend = plain.limit();
        int anchor = plain.remaining() > MFLIMIT ? matches(base, iend) : base;
        literals(anchor, iend - anchor, 0);
        return dst.position();
    }

    /** Writes all sequences with a match, and returns the position after the last one. */
    private int matches(int base, int iend) {
        isShort = iend - base < LIMIT_64K;
        Arrays.fill(positions, base); // index 0, as in a cleared table
        int mflimitPlusOne = iend - MFLIMIT + 1;
        int matchlimit = iend - LASTLITERALS;
        int anchor = base;
        int ip = base + 1;
        int forwardHash = hash(ip);
        while (true) {
            int match;
            int forwardIp = ip;
            int step = 1;
            int searches = 1 << SKIP_TRIGGER;
            do {
                int hash = forwardHash;
                ip = forwardIp;
                forwardIp += step;
                step = searches++ >> SKIP_TRIGGER;
                if (forwardIp > mflimitPlusOne) {
                    return anchor;
                }
                match = positions[hash];
                forwardHash = hash(forwardIp);
                positions[hash] = ip;
            } while (!isMatch(match, ip));

            while (ip > anchor && match > base && src.get(ip - 1) == src.get(match - 1)) {
                ip--;
                match--;
            }
            do {
                int matchCode = count(ip + MINMATCH, match + MINMATCH, matchlimit);
                sequence(anchor, ip, ip - match, matchCode);
                ip += matchCode + MINMATCH;
                anchor = ip;
                if (ip >= mflimitPlusOne) {
                    return anchor;
                }
                positions[hash(ip - 2)] = ip - 2;
                int hash = hash(ip);
                match = positions[hash];
                positions[hash] = ip;
            } while (isMatch(match, ip));
            ip++;
            forwardHash = hash(ip);
        }
    }

    private boolean isMatch(int match, int ip) {
        return (isShort || match + DISTANCE_MAX >= ip) && src.getInt(match) == src.getInt(ip);
    }

    private int hash(int at) {
        return isShort
                ? src.getInt(at) * PRIME_4_BYTES >>> MINMATCH * 8 - HASH_LOG - 1
                : (int) ((src.getLong(at) << 24) * PRIME_5_BYTES >>> Long.SIZE - HASH_LOG);
    }

    private int count(int from, int match, int limit) {
        int at = from;
        int other = match;
        for (; at < limit - 7; at += 8, other += 8) {
            long different = src.getLong(at) ^ src.getLong(other);
            if (different != 0) {
                return at - from + (Long.numberOfTrailingZeros(different) >>> 3);
            }
        }
        while (at < limit && src.get(at) == src.get(other)) {
            at++;
            other++;
        }
        return at - from;
    }

    private void sequence(int anchor, int ip, int offset, int matchCode) {
        literals(anchor, ip - anchor, Math.min(matchCode, MASK));
        dst.put((byte) offset).put((byte) (offset >>> 8));
        extension(matchCode);
    }

    private void literals(int from, int length, int matchNibble) {
        dst.put((byte) (Math.min(length, MASK) << 4 | matchNibble));
        extension(length);
        int to = dst.position();
        dst.put(to, src, from, length).position(to + length);
    }

    /** Writes what a nibble cannot hold of a length. */
    private void extension(int length) {
        if (length >= MASK) {
            int rest = length - MASK;
            for (; rest >= 255; rest -= 255) {
                dst.put((byte) -1);
            }
            dst.put((byte) rest);
        }
    }
}
