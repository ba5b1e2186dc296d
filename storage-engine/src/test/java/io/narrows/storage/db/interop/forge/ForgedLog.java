package io.narrows.storage.db.interop.forge;

import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** Builds a write-ahead log or MANIFEST record by record, with arbitrary types and numbers. */
final class ForgedLog {
    static final int BLOCK = 32_768;

    private static final int LEGACY_HEADER = 7;
    private static final int RECYCLABLE_HEADER = 11;
    private static final int MASK_DELTA = 0xa282ead8;
    private static final int FULL = 1;
    private static final int RECYCLABLE = 4;

    private final Bytes bytes = new Bytes();
    private final boolean recyclable;
    private final long number;
    private int length;

    private ForgedLog(boolean recyclable, long number) {
        this.recyclable = recyclable;
        this.number = number;
    }

    static ForgedLog legacy() {
        return new ForgedLog(false, 0);
    }

    /** Creates a log whose headers have the file's number, which distinguishes them from leftovers of an earlier log. */
    static ForgedLog recyclable(long number) {
        return new ForgedLog(true, number);
    }

    static byte[] legacy(List<byte[]> records) {
        ForgedLog log = legacy();
        records.forEach(log::add);
        return log.toByteArray();
    }

    /** Adds a record, split at the ends of blocks. */
    ForgedLog add(byte[] record) {
        int header = recyclable ? RECYCLABLE_HEADER : LEGACY_HEADER;
        int at = 0;
        do {
            fill(header);
            int fragment = Math.min(record.length - at, BLOCK - length % BLOCK - header);
            boolean last = at + fragment == record.length;
            int type = at == 0 ? last ? FULL : FULL + 1 : last ? FULL + 3 : FULL + 2;
            add(recyclable ? type + RECYCLABLE : type, Arrays.copyOfRange(record, at, at + fragment));
            at += fragment;
        } while (at < record.length);
        return this;
    }

    /** Adds one physical record with the file's kind of header. */
    ForgedLog add(int type, byte[] payload) {
        return add(type, recyclable, payload);
    }

    ForgedLog add(int type, boolean withNumber, byte[] payload) {
        byte[] numberBytes = withNumber ? new Bytes().fixed32((int) number).toByteArray() : new byte[0];
        CRC32C crc = new CRC32C();
        crc.update(type);
        crc.update(numberBytes);
        crc.update(payload);
        int masked = Integer.rotateRight((int) crc.getValue(), 15) + MASK_DELTA;
        bytes.fixed32(masked).fixed16(payload.length).raw(type).raw(numberBytes).raw(payload);
        length += LEGACY_HEADER + numberBytes.length + payload.length;
        return this;
    }

    private void fill(int header) {
        int left = BLOCK - length % BLOCK;
        if (left < header) {
            bytes.raw(new byte[left]);
            length += left;
        }
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
