package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.storage.Slice;
import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The position of a version in the family {@code keys}: {@code escaped(key) 00 ~revision}. Keys sort in their own order, and
 * the versions of a key from latest to oldest. Escaping turns the byte 00 into {@code 01 01} and 01 into {@code 01 02}, so
 * that a single 00 ends a key and sorts before every continuation.
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

    /** Writes the revision into the last bytes; 0 sorts after all real revisions. */
    static void putRevision(byte[] versionKey, long revision) {
        LONGS.set(versionKey, versionKey.length - Long.BYTES, ~revision);
    }

    /** Returns a bound before all versions of the key and after those of all smaller keys. */
    static byte[] before(ByteString key) {
        return escaped(key, 0);
    }

    /** Returns a bound after all versions of the key and before those of all larger keys. */
    static byte[] behind(ByteString key) {
        byte[] bytes = escaped(key, 1);
        bytes[bytes.length - 1] = END + 1;
        return bytes;
    }

    /** Returns a bound after all versions of the key of a version key. */
    static byte[] behind(Slice versionKey) {
        Slice escaped = escapedKey(versionKey);
        byte[] bytes = escaped.toByteArray();
        bytes[bytes.length - 1] = END + 1;
        return bytes;
    }

    static long revision(Slice versionKey) {
        return ~(long) LONGS.get(versionKey.array(), versionKey.end() - Long.BYTES);
    }

    /** Returns the escaped key with its terminator but without the revision, as a view. */
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

    /** Escapes a key, with room for a zeroed tail. */
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

    /** Returns whether a version key belongs to the key of another one, which is given without its revision. */
    static boolean isOf(byte[] escapedKey, int length, Slice versionKey) {
        return versionKey.length() == length + Long.BYTES
                && Arrays.equals(
                        escapedKey, 0, length, versionKey.array(), versionKey.offset(), versionKey.offset() + length);
    }
}
