package io.narrows.storage.log;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Builds a log byte by byte, from the format's specification alone. */
final class LogBytes {
    private static final int BLOCK = 32768;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Adds a fragment with a header of seven bytes. */
    LogBytes fragment(int type, byte[] payload) {
        return fragment(type, new byte[0], payload);
    }

    /** Adds a fragment with a header of eleven bytes. */
    LogBytes fragment(int type, int number, byte[] payload) {
        return fragment(type, little(4).putInt(number).array(), payload);
    }

    private LogBytes fragment(int type, byte[] number, byte[] payload) {
        CRC32C crc = new CRC32C();
        crc.update(type);
        crc.update(number);
        crc.update(payload);
        int masked = Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
        ByteBuffer header =
                little(7).putInt(masked).putShort((short) payload.length).put((byte) type);
        return raw(header.array()).raw(number).raw(payload);
    }

    /** Adds a record, split as RocksDB does in recycled files. */
    LogBytes recyclable(int number, byte[] record) {
        int at = 0;
        boolean first = true;
        do {
            if (left() < 11) {
                raw(new byte[left()]);
            }
            int part = Math.min(record.length - at, left() - 11);
            boolean last = at + part == record.length;
            int type = first ? last ? 5 : 6 : last ? 8 : 7;
            fragment(type, number, Arrays.copyOfRange(record, at, at + part));
            at += part;
            first = false;
        } while (at < record.length);
        return this;
    }

    LogBytes raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    LogBytes zeros(int count) {
        return raw(new byte[count]);
    }

    int size() {
        return out.size();
    }

    /** Returns the number of bytes left in the block. */
    int left() {
        return BLOCK - out.size() % BLOCK;
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
