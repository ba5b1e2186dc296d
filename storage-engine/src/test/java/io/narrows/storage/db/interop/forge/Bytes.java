package io.narrows.storage.db.interop.forge;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Builds bytes in the encodings of a RocksDB directory. */
final class Bytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Bytes raw(int... bytes) {
        for (int one : bytes) {
            out.write(one);
        }
        return this;
    }

    Bytes raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    Bytes varint(long value) {
        long left = value;
        while ((left & ~0x7fL) != 0) {
            out.write((int) left & 0x7f | 0x80);
            left >>>= 7;
        }
        out.write((int) left);
        return this;
    }

    Bytes fixed16(int value) {
        return raw(value & 0xff, value >>> 8 & 0xff);
    }

    Bytes fixed32(int value) {
        return fixed16(value).fixed16(value >>> 16);
    }

    Bytes fixed64(long value) {
        return raw(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array());
    }

    /** Appends the length, then the bytes. */
    Bytes counted(byte[] bytes) {
        return varint(bytes.length).raw(bytes);
    }

    Bytes counted(String text) {
        return counted(text.getBytes(StandardCharsets.UTF_8));
    }

    byte[] toByteArray() {
        return out.toByteArray();
    }
}
