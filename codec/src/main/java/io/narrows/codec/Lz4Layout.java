package io.narrows.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The LZ4 block format (lz4_Block_format.md of the reference implementation). A block consists of sequences, a sequence of
 * literals followed by a copy of earlier content.
 *
 * <pre>
 * token:     7..4 literals, 3..0 match length - 4; 15 in either is extended by the following bytes, up to one below 255
 * literals:  the literal bytes
 * distance:  2 bytes, little-endian: 1-65535 back from here
 * </pre>
 *
 * The last sequence ends after its literals. It has at least {@link #LAST_LITERALS}, and no match starts in the last
 * {@link #MATCH_MARGIN} bytes of the content: other decoders rely on both.
 */
final class Lz4Layout {
    static final int MIN_MATCH = 4;
    static final int MAX_DISTANCE = 0xffff;
    static final int LAST_LITERALS = 5;
    static final int MATCH_MARGIN = 12;

    /** The largest value that a nibble of the token can hold without further bytes. */
    static final int NIBBLE = 15;

    /** Bytes that a copy in words may read or write beyond its end. */
    static final int SLACK = 8;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private Lz4Layout() {}

    /** Returns the maximum size of a block: {@code LZ4_COMPRESSBOUND}. */
    static int bound(int length) {
        return length + length / 255 + 16;
    }

    static long word(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    static int quad(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static int distance(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at) & 0xffff;
    }

    static void putDistance(byte[] bytes, int at, int distance) {
        SHORT.set(bytes, at, (short) distance);
    }

    /**
     * Copies in words; may read and write up to {@link #SLACK} bytes more. The ranges must be at least {@link #SLACK} apart.
     */
    static void copy(byte[] src, int from, byte[] dst, int to, int length) {
        int end = to + length;
        int in = from;
        for (int out = to; out < end; out += Long.BYTES) {
            LONG.set(dst, out, (long) LONG.get(src, in));
            in += Long.BYTES;
        }
    }

    /** Returns the number of equal bytes at two positions of an array, the later one bounded by a limit. */
    static int alike(byte[] bytes, int earlier, int later, int limit) {
        int at = later;
        int back = later - earlier;
        while (at <= limit - Long.BYTES) {
            long difference = (long) LONG.get(bytes, at) ^ (long) LONG.get(bytes, at - back);
            if (difference != 0) {
                return at - later + (Long.numberOfTrailingZeros(difference) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at < limit && bytes[at] == bytes[at - back]) {
            at++;
        }
        return at - later;
    }
}
