package io.narrows.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The layout of a key in a file: the user key, then the trailer, eight bytes little-endian of {@code sequence << 8 | type}.
 * Internal keys ascend by user key; for each user key the newest comes first.
 */
public final class InternalKey {
    /** Size of the trailer in bytes. */
    public static final int TRAILER = 8;

    /** The highest sequence number: 2^56 - 1. */
    public static final long MAX_SEQUENCE = (1L << 56) - 1;

    /** The trailer that sorts first for a user key, as an unsigned number. */
    public static final long FIRST_TRAILER = -1L;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private InternalKey() {}

    /** @throws IllegalArgumentException if the sequence number is not within 0 to {@link #MAX_SEQUENCE} */
    public static long trailer(long sequence, EntryType type) {
        checkSequence(sequence);
        return sequence << 8 | type.id();
    }

    /** @throws IllegalArgumentException if the sequence number is not within 0 to {@link #MAX_SEQUENCE} */
    public static void checkSequence(long sequence) {
        if (sequence < 0 || sequence > MAX_SEQUENCE) {
            throw new IllegalArgumentException("sequence number " + sequence + " (expected: 0-" + MAX_SEQUENCE + ")");
        }
    }

    public static long sequence(long trailer) {
        return trailer >>> 8;
    }

    /** @throws IllegalArgumentException if the trailer's type is unknown */
    public static EntryType type(long trailer) {
        return EntryType.ofId((int) trailer & 0xff);
    }

    /** Returns the trailer of the internal key that ends before {@code end}. */
    public static long trailerBefore(byte[] array, int end) {
        return (long) LONGS.get(array, end - TRAILER);
    }

    public static void putTrailer(byte[] array, int at, long trailer) {
        LONGS.set(array, at, trailer);
    }

    /** Returns the internal key of a user key. */
    public static byte[] of(Slice userKey, long trailer) {
        byte[] key = Arrays.copyOfRange(userKey.array(), userKey.offset(), userKey.end() + TRAILER);
        putTrailer(key, userKey.length(), trailer);
        return key;
    }

    /** Compares two internal keys, each given as array, offset and length. */
    public static int compare(byte[] a, int aAt, int aLength, byte[] b, int bAt, int bLength) {
        int aEnd = aAt + aLength;
        int bEnd = bAt + bLength;
        int order = Arrays.compareUnsigned(a, aAt, aEnd - TRAILER, b, bAt, bEnd - TRAILER);
        return order != 0 ? order : Long.compareUnsigned(trailerBefore(b, bEnd), trailerBefore(a, aEnd));
    }
}
