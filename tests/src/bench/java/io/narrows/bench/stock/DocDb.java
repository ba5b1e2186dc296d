package io.narrows.bench.stock;

import io.narrows.storage.sst.block.SignedVarint;

/**
 * YugabyteDB's DocDB encodings of keys and values: a byte for the type, then the value; in keys so that bytes sort like the
 * values. Each function returns the index after the bytes it wrote. Sources are {@code dockv/value_type.h},
 * {@code dockv/primitive_value.cc}, {@code dockv/doc_kv_util.h}, {@code common/doc_hybrid_time.cc} and
 * {@code util/decimal.cc}.
 */
final class DocDb {
    /** Ends the hashed columns of a key, and the other ones. */
    private static final byte GROUP_END = '!';

    private static final byte HYBRID_TIME = '#';
    private static final byte NULL = '$';
    private static final byte DECIMAL = 'E';
    private static final byte HASH = 'G';
    private static final byte INT32 = 'H';
    private static final byte SYSTEM_COLUMN = 'J';
    private static final byte COLUMN = 'K';
    private static final byte STRING = 'S';

    /** Microseconds since 1970 at which the physical part of a hybrid time is 0: 14 July 2017. */
    private static final long EPOCH_MICROS = 1_500_000_000_000_000L;

    /** The lowest bits of a hybrid time's last byte contain its total length. */
    private static final int LENGTH_BITS = 5;

    private static final byte ZERO = (byte) 0x80;

    /** For a positive decimal with an exponent of 1 to 15: three ones, a zero, the exponent. */
    private static final int POSITIVE_EXPONENT = 0xe0;

    private DocDb() {}

    /** Writes the key of a row in a table with one hashed and one ascending column. */
    static int putRowKey(byte[] out, int at, int hashed, int ascending) {
        out[at] = HASH;
        int hash = DocDbHash.ofInt(hashed);
        out[at + 1] = (byte) (hash >> 8);
        out[at + 2] = (byte) hash;
        int end = putInt(out, at + 3, hashed ^ Integer.MIN_VALUE);
        out[end] = GROUP_END;
        end = putInt(out, end + 1, ascending ^ Integer.MIN_VALUE);
        out[end] = GROUP_END;
        return end + 1;
    }

    /** Writes the column whose entry marks a row as existing even if all others are null. */
    static int putLivenessColumn(byte[] out, int at) {
        out[at] = SYSTEM_COLUMN;
        return SignedVarint.put(out, at + 1, 0);
    }

    static int putColumn(byte[] out, int at, int id) {
        out[at] = COLUMN;
        return SignedVarint.put(out, at + 1, id);
    }

    /**
     * Writes a time in microseconds since 1970 with the number of the write in its transaction: generation 0, physical time,
     * logical time 0, number; each negated, so that the newest sorts first.
     */
    static int putHybridTime(byte[] out, int at, long micros, int write) {
        out[at] = HYBRID_TIME;
        int end = SignedVarint.put(out, at + 1, 0);
        end = SignedVarint.put(out, end, EPOCH_MICROS - micros);
        end = SignedVarint.put(out, end, 0);
        end = SignedVarint.put(out, end, -((write + 1L) << LENGTH_BITS));
        int length = end - (at + 1);
        out[end - 1] = (byte) (out[end - 1] & -1 << LENGTH_BITS | length);
        return end;
    }

    static int putNullValue(byte[] out, int at) {
        out[at] = NULL;
        return at + 1;
    }

    static int putIntValue(byte[] out, int at, int value) {
        return putInt(out, at, value);
    }

    private static int putInt(byte[] out, int at, int bits) {
        out[at] = INT32;
        out[at + 1] = (byte) (bits >> 24);
        out[at + 2] = (byte) (bits >> 16);
        out[at + 3] = (byte) (bits >> 8);
        out[at + 4] = (byte) bits;
        return at + 5;
    }

    /**
     * Writes a whole decimal: the exponent, then the digits without trailing zeros, two per byte.
     *
     * @param value 0 to 100
     */
    static int putDecimalValue(byte[] out, int at, int value) {
        out[at] = DECIMAL;
        if (value == 0) {
            out[at + 1] = ZERO;
            return at + 2;
        }
        int exponent = value < 10 ? 1 : value < 100 ? 2 : 3;
        int firstDigits = exponent == 1 ? value * 10 : exponent == 2 ? value : value / 10;
        out[at + 1] = (byte) (POSITIVE_EXPONENT | exponent);
        out[at + 2] = (byte) (firstDigits << 1);
        return at + 3;
    }

    /** Writes the type that precedes the bytes of a string. */
    static int putStringType(byte[] out, int at) {
        out[at] = STRING;
        return at + 1;
    }
}
