package io.narrows.storage.sst.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The number encodings of the format (RocksDB's {@code util/coding.h}): fixed numbers are little-endian; a varint has seven
 * bits per byte, the lowest first, and the highest bit of a byte is set if another one follows. Writes require space in the
 * array; reads are checked against a limit, which the caller must keep within the array.
 */
public final class Coding {
    /** Maximum size of a 32-bit varint in bytes. */
    public static final int MAX_VARINT32 = 5;

    /** Maximum size of a 64-bit varint in bytes. */
    public static final int MAX_VARINT64 = 10;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Coding() {}

    /**
     * Returns the size of an unsigned value encoded by {@link #putVarint64}, or of a non-negative one by
     * {@link #putVarint32}.
     */
    public static int varintLength(long value) {
        return (Long.SIZE - Long.numberOfLeadingZeros(value | 1) + 6) / 7;
    }

    /** Writes an unsigned value; returns the index after it. */
    public static int putVarint32(byte[] array, int at, int value) {
        int rest = value;
        int end = at;
        while ((rest & ~0x7f) != 0) {
            array[end++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        array[end++] = (byte) rest;
        return end;
    }

    /** Writes an unsigned value; returns the index after it. */
    public static int putVarint64(byte[] array, int at, long value) {
        long rest = value;
        int end = at;
        while ((rest & ~0x7fL) != 0) {
            array[end++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        array[end++] = (byte) rest;
        return end;
    }

    /**
     * Reads a length, a 32-bit varint. To avoid an allocation, the result packs two numbers into one long: {@link #value} is
     * the length, {@link #index} the index after it.
     *
     * @throws MalformedBlockException if it does not end before the limit, or is above 2^31 - 1
     */
    public static long getLength(byte[] array, int at, int limit) throws MalformedBlockException {
        int value = 0;
        int last = Math.min(limit, at + MAX_VARINT32);
        for (int index = at, shift = 0; index < last; index++, shift += 7) {
            byte next = array[index];
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                // the fifth byte has three bits left; a fourth one would make the length negative
                if (shift == 28 && next > 7) {
                    break;
                }
                return pair(index + 1, value);
            }
        }
        throw new MalformedBlockException(
                at, "expected a length from 0 to " + Integer.MAX_VALUE + " that ends before " + limit);
    }

    /** Packs an index and a value into one long. */
    static long pair(int index, int value) {
        return (long) index << 32 | value & 0xffffffffL;
    }

    /** Returns the value of a pair of index and value. */
    public static int value(long pair) {
        return (int) pair;
    }

    /** Returns the index of a pair of index and value. */
    public static int index(long pair) {
        return (int) (pair >>> 32);
    }

    /**
     * Returns the index after the varint at {@code at}, for {@link #varint64}.
     *
     * @throws MalformedBlockException if it does not end before the limit, or has more than 64 bits
     */
    public static int varint64End(byte[] array, int at, int limit) throws MalformedBlockException {
        int last = Math.min(limit, at + MAX_VARINT64);
        for (int index = at; index < last; index++) {
            if (array[index] >= 0) {
                if (index - at == MAX_VARINT64 - 1 && array[index] > 1) {
                    break;
                }
                return index + 1;
            }
        }
        throw new MalformedBlockException(at, "a 64-bit varint that does not end before " + last);
    }

    /** Returns the unsigned value of the varint from {@code at} to {@code end}, as returned by {@link #varint64End}. */
    public static long varint64(byte[] array, int at, int end) {
        long value = 0;
        for (int index = end - 1; index >= at; index--) {
            value = value << 7 | array[index] & 0x7f;
        }
        return value;
    }

    /** Maps a signed value to an unsigned one, so that values near zero become small. */
    public static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    public static long unzigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }

    public static void putFixed32(byte[] array, int at, int value) {
        INTS.set(array, at, value);
    }

    public static void putFixed64(byte[] array, int at, long value) {
        LONGS.set(array, at, value);
    }

    /** @throws IndexOutOfBoundsException if it is not within the array */
    public static int fixed32(byte[] array, int at) {
        return (int) INTS.get(array, at);
    }

    /** @throws IndexOutOfBoundsException if it is not within the array */
    public static long fixed64(byte[] array, int at) {
        return (long) LONGS.get(array, at);
    }

    /** @throws MalformedBlockException if it does not end before the limit */
    public static long getFixed64(byte[] array, int at, int limit) throws MalformedBlockException {
        if (limit - at < Long.BYTES) {
            throw new MalformedBlockException(at, "expected an 8-byte number, but the data ends at " + limit);
        }
        return fixed64(array, at);
    }
}
