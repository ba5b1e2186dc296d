package io.narrows.storage.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The header of a fragment. The checksum covers the type, the number if there is one, and the payload; it is rotated and
 * shifted, so that a checksum over data that contains checksums remains strong.
 *
 * @param checksum as stored
 * @param length of the payload, 0 to 65535
 * @param number the lower half of the log's number; 0 if the header has none
 */
record RecordHeader(int checksum, int length, int type, int number) {
    /** Size of a block in bytes; blocks are aligned to the start of the file. */
    static final int BLOCK = 32768;

    /** Size of a header without a number. */
    static final int LENGTH = 7;

    /** Size of a header with a number. */
    static final int RECYCLABLE_LENGTH = 11;

    /** Offset of the type in a header, where the checksummed part begins. */
    static final int TYPE_AT = 6;

    private static final int CRC_ROTATION = 15;
    private static final int CRC_DELTA = 0xa282_ead8;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /**
     * Returns the header at an index that is followed by at least {@link #LENGTH} bytes; a truncated number is read as 0.
     */
    static RecordHeader at(byte[] array, int at, int limit) {
        int type = array[at + TYPE_AT] & 0xff;
        boolean numbered = RecordType.isRecyclable(type) && limit - at >= RECYCLABLE_LENGTH;
        return new RecordHeader(
                (int) INTS.get(array, at),
                (short) SHORTS.get(array, at + Integer.BYTES) & 0xffff,
                type,
                numbered ? (int) INTS.get(array, at + LENGTH) : 0);
    }

    /** Returns the size of this header in bytes. */
    int size() {
        return RecordType.isRecyclable(type) ? RECYCLABLE_LENGTH : LENGTH;
    }

    /** Returns the size of header and payload in bytes. */
    int wholeSize() {
        return size() + length;
    }

    /** Returns whether the header has the given lower half of a log number, or no number. */
    boolean isOf(int logNumber) {
        return !RecordType.isRecyclable(type) || number == logNumber;
    }

    /** Returns whether the checksum matches the fragment at {@code at}, which must be within the array. */
    boolean isIntact(byte[] array, int at) {
        return isIntact(array, at, at + wholeSize());
    }

    /** Returns whether the checksum matches if the fragment extends to {@code end}, ignoring its length field. */
    boolean isIntact(byte[] array, int at, int end) {
        CRC32C crc = new CRC32C();
        crc.update(array, at + TYPE_AT, end - at - TYPE_AT);
        return mask(crc) == checksum;
    }

    /** Returns whether the checksum would match with the type and number of a fragment of the log. */
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

    /** Returns a checksum in its stored form. */
    static int mask(CRC32C crc) {
        return Integer.rotateRight((int) crc.getValue(), CRC_ROTATION) + CRC_DELTA;
    }
}
