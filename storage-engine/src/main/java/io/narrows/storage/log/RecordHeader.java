package io.narrows.storage.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * What stands before a fragment. The checksum covers the type, the number where there is one, and the payload; it is
 * rotated and shifted, so that the checksum of data that holds checksums stays a good one.
 *
 * @param checksum as it is stored
 * @param length of the payload, 0 to 65535
 * @param number the lower half of the log's number; 0 where the header has none
 */
record RecordHeader(int checksum, int length, int type, int number) {
    /** Bytes of a block; counted from the start of the file. */
    static final int BLOCK = 32768;

    /** Bytes of a header without number. */
    static final int LENGTH = 7;

    /** Bytes of a header with number. */
    static final int RECYCLABLE_LENGTH = 11;

    /** Where the type is in a header; the checksum begins to cover here. */
    static final int TYPE_AT = 6;

    private static final int CRC_ROTATION = 15;
    private static final int CRC_DELTA = 0xa282_ead8;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** The header at an index that has {@link #LENGTH} bytes behind it; where the number is cut off, it is 0. */
    static RecordHeader at(byte[] array, int at, int limit) {
        int type = array[at + TYPE_AT] & 0xff;
        boolean numbered = RecordType.isRecyclable(type) && limit - at >= RECYCLABLE_LENGTH;
        return new RecordHeader(
                (int) INTS.get(array, at),
                (short) SHORTS.get(array, at + Integer.BYTES) & 0xffff,
                type,
                numbered ? (int) INTS.get(array, at + LENGTH) : 0);
    }

    /** Bytes of this header. */
    int size() {
        return RecordType.isRecyclable(type) ? RECYCLABLE_LENGTH : LENGTH;
    }

    /** Bytes of header and payload. */
    int wholeSize() {
        return size() + length;
    }

    /** Whether it is of the log with a number, of which this is the lower half, or does not say. */
    boolean isOf(int logNumber) {
        return !RecordType.isRecyclable(type) || number == logNumber;
    }

    /** Whether the checksum is that of the fragment at {@code at}, which must be within the array. */
    boolean isIntact(byte[] array, int at) {
        return isIntact(array, at, at + wholeSize());
    }

    /** Whether it is that of a fragment that reaches to {@code end}, whatever its length says. */
    boolean isIntact(byte[] array, int at, int end) {
        CRC32C crc = new CRC32C();
        crc.update(array, at + TYPE_AT, end - at - TYPE_AT);
        return mask(crc) == checksum;
    }

    /** Whether the checksum would be right if type and number were those of a fragment of the log. */
    boolean wouldBeIntact(byte[] array, int at, int limit, int logNumber) {
        int payload = at + RECYCLABLE_LENGTH;
        if (payload + length > limit) {
            return false;
        }
        byte[] fields = new byte[RECYCLABLE_LENGTH - TYPE_AT];
        INTS.set(fields, 1, logNumber);
        for (int any = RecordType.RECYCLABLE_FULL; any <= RecordType.RECYCLABLE_LAST; any++) {
            fields[0] = (byte) any;
            CRC32C crc = new CRC32C();
            crc.update(fields);
            crc.update(array, payload, length);
            if (mask(crc) == checksum) {
                return true;
            }
        }
        return false;
    }

    /** A checksum as it is stored. */
    static int mask(CRC32C crc) {
        return Integer.rotateRight((int) crc.getValue(), CRC_ROTATION) + CRC_DELTA;
    }
}
