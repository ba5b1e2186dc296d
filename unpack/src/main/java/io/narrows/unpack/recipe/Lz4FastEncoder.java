package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * {@code LZ4_compress_default} of lz4 1.9 and 1.10, bit for bit, for one block without history, and {@code
 * LZ4_compress_fast_continue} for blocks of a frame that refer to earlier ones. Later versions choose other matches, but most
 * programs have these: lz4-java up to 1.10, librdkafka, and Linux distributions. It follows {@code LZ4_compress_generic} of lz4
 * 1.9.4 on a 64-bit little-endian machine, whose names it uses. One thread uses it at a time.
 */
final class Lz4FastEncoder {
    private static final int MINMATCH = 4;
    private static final int LASTLITERALS = 5;
    private static final int MFLIMIT = 12;

    /** Blocks below this size have 16-bit positions and a hash of four bytes, others 32-bit positions and a hash of five. */
    private static final int LIMIT_64K = (64 << 10) + MFLIMIT - 1;

    static final int DISTANCE_MAX = 65_535;
    private static final int SKIP_TRIGGER = 6;
    private static final int HASH_LOG = 12;

    /** Entries of the table for linked blocks, which have 32-bit positions whatever their size. */
    static final int LINKED_TABLE = 1 << HASH_LOG;

    /** The result for a linked block that would not become shorter. */
    static final int OVER_LIMIT = -1;

    private static final long PRIME_5_BYTES = 889_523_592_379L;
    private static final int PRIME_4_BYTES = (int) 2_654_435_761L;
    private static final int MASK = 15;

    private final int[] positions = new int[1 << HASH_LOG + 1];

    private ByteBuffer src = ByteBuffer.allocate(0);
    private ByteBuffer dst = ByteBuffer.allocate(0);
    private boolean isShort;

    /** Output beyond this position is too long: {@code olimit}. */
    private int limit;

    /** Position of the first byte to which a match may extend back. */
    private int least;

    /** Whether the history is elsewhere in memory, so that a match in the block does not extend back into it. */
    private boolean isExternal;

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
        limit = Integer.MAX_VALUE;
        least = base;
        isExternal = false;
        isShort = iend - base < LIMIT_64K;
        Arrays.fill(positions, base); // index 0, as in a cleared table
        int anchor = plain.remaining() > MFLIMIT ? matches(base, iend) : base;
        literals(anchor, iend - anchor, 0);
        return dst.position();
    }

    /**
     * Compresses a block of a frame with linked blocks.
     *
     * @param plain its remaining bytes are compressed, and have the history before them. Its position is not changed
     * @param settings of {@link Lz4LinkedRecipe}
     * @param history not changed; {@link #table} then is the table for the next block
     * @param output the block begins at index 0; there is room for the bound
     * @return the length of the block, or {@link #OVER_LIMIT} if it is not shorter than its content, so that it is stored
     */
    int encodeLinked(ByteBuffer plain, int settings, Lz4History history, ByteBuffer output) {
        src = plain.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        dst = output.duplicate().clear();
        int base = plain.position();
        int iend = plain.limit();
        limit = plain.remaining() - 1;
        isShort = false;
        boolean continues = Lz4LinkedRecipe.continues(settings);
        least = base - (continues ? history.reach(settings) : 0);
        isExternal = continues && (settings & Lz4LinkedRecipe.OTHER) != 0;
        if (continues) {
            history.restore(positions, base, least, settings);
        } else {
            history.restoreEmpty(positions, base, settings);
        }
        int anchor = base;
        if (plain.remaining() > MFLIMIT) {
            positions[hash(base)] = base;
            anchor = matches(base, iend);
        }
        int rest = iend - anchor;
        if (anchor == OVER_LIMIT || dst.position() + rest + 1 + (rest + 255 - MASK) / 255 > limit) {
            return OVER_LIMIT;
        }
        literals(anchor, rest, 0);
        return dst.position();
    }

    /** Returns the positions by hash after a linked block, in its first {@link #LINKED_TABLE} entries. */
    int[] table() {
        return positions;
    }

    /** Writes all sequences with a match, and returns the position after the last one, or {@link #OVER_LIMIT}. */
    private int matches(int base, int iend) {
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

            int lowLimit = isExternal && match >= base ? base : least;
            while (ip > anchor && match > lowLimit && src.get(ip - 1) == src.get(match - 1)) {
                ip--;
                match--;
            }
            int litLength = ip - anchor;
            if (dst.position() + 1 + litLength + 2 + 1 + LASTLITERALS + litLength / 255 > limit) {
                return OVER_LIMIT;
            }
            do {
                int matchCode = count(ip + MINMATCH, match + MINMATCH, matchlimit);
                sequence(anchor, ip, ip - match, matchCode);
                if (dst.position() + 1 + LASTLITERALS > limit) {
                    return OVER_LIMIT;
                }
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
