package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.storage.Slice;
import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Where a version of a key is in the family {@code keys}: {@code escaped(key) 00 ~revision}. Keys come in their own order, and
 * the versions of one key from the youngest to the oldest. Escaping makes {@code 01 01} of a byte 00 and {@code 01 02} of a byte
 * 01, so that the one byte 00 ends a key and is before all that goes on.
 */
final class VersionKey {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final byte END = 0;
    private static final byte ESCAPE = 1;
    private static final int TAIL = 1 + Long.BYTES;

    private VersionKey() {}

    static byte[] of(ByteString key, long revision) {
        byte[] bytes = escaped(key, TAIL);
        putRevision(bytes, revision);
        return bytes;
    }

    /** Writes the revision into the last bytes; 0 comes behind all that changes make. */
    static void putRevision(byte[] versionKey, long revision) {
        LONGS.set(versionKey, versionKey.length - Long.BYTES, ~revision);
    }

    /** Comes before all versions of the key, and behind those of all keys before it. */
    static byte[] before(ByteString key) {
        return escaped(key, 0);
    }

    /** Comes behind all versions of the key, and before those of all keys behind it. */
    static byte[] behind(ByteString key) {
        byte[] bytes = escaped(key, 1);
        bytes[bytes.length - 1] = END + 1;
        return bytes;
    }

    static long revision(Slice versionKey) {
        return ~(long) LONGS.get(versionKey.array(), versionKey.end() - Long.BYTES);
    }

    /** The key with its end, without the revision: a view. */
    static Slice escapedKey(Slice versionKey) {
        return new Slice(versionKey.array(), versionKey.offset(), versionKey.length() - Long.BYTES);
    }

    static ByteString key(Slice versionKey) {
        byte[] array = versionKey.array();
        int end = versionKey.end() - TAIL;
        for (int at = versionKey.offset(); at < end; at++) {
            if (array[at] == ESCAPE) {
                return unescaped(versionKey);
            }
        }
        return ByteString.copyFrom(array, versionKey.offset(), end - versionKey.offset());
    }

    private static ByteString unescaped(Slice versionKey) {
        ByteArrayOutputStream key = new ByteArrayOutputStream(versionKey.length());
        byte[] array = versionKey.array();
        int end = versionKey.end() - TAIL;
        for (int at = versionKey.offset(); at < end; at++) {
            key.write(array[at] == ESCAPE ? array[++at] - 1 : array[at]);
        }
        return ByteString.copyFrom(key.toByteArray());
    }

    /** With room for a tail, which is zero. */
    private static byte[] escaped(ByteString key, int tail) {
        int escapes = 0;
        for (int at = 0; at < key.size(); at++) {
            escapes += isEscaped(key.byteAt(at)) ? 1 : 0;
        }
        if (escapes == 0) {
            byte[] bytes = new byte[key.size() + tail];
            key.copyTo(bytes, 0);
            return bytes;
        }
        byte[] bytes = new byte[key.size() + escapes + tail];
        int to = 0;
        for (int at = 0; at < key.size(); at++) {
            byte value = key.byteAt(at);
            if (isEscaped(value)) {
                bytes[to++] = ESCAPE;
                bytes[to++] = (byte) (value + 1);
            } else {
                bytes[to++] = value;
            }
        }
        return bytes;
    }

    private static boolean isEscaped(byte value) {
        return value == END || value == ESCAPE;
    }

    /** Whether two version keys are of the same key, given the first without its revision. */
    static boolean isOf(byte[] escapedKey, int length, Slice versionKey) {
        return versionKey.length() == length + Long.BYTES
                && Arrays.equals(
                        escapedKey, 0, length, versionKey.array(), versionKey.offset(), versionKey.offset() + length);
    }
}
