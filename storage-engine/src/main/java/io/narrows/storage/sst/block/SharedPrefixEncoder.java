package io.narrows.storage.sst.block;

import java.util.Arrays;

/**
 * Omits the prefix that a key shares with the previous one:
 *
 * <pre>
 * | shared: varint32 | unshared: varint32 | value length: varint32 | key from shared on | value |
 * </pre>
 */
final class SharedPrefixEncoder implements EntryEncoder {
    static final SharedPrefixEncoder INSTANCE = new SharedPrefixEncoder();

    private SharedPrefixEncoder() {}

    @Override
    public int encode(
            byte[] out,
            int at,
            byte[] previous,
            int previousLength,
            byte[] key,
            int keyOffset,
            int keyLength,
            byte[] value,
            int valueOffset,
            int valueLength) {
        int shared = shared(previous, previousLength, key, keyOffset, keyLength);
        int unshared = keyLength - shared;
        int keyAt = putLengths(out, at, shared, unshared, valueLength);
        System.arraycopy(key, keyOffset + shared, out, keyAt, unshared);
        int valueAt = keyAt + unshared;
        System.arraycopy(value, valueOffset, out, valueAt, valueLength);
        return valueAt + valueLength;
    }

    @Override
    public int maxLength(int keyLength, int valueLength) {
        return 3 * Coding.MAX_VARINT32 + keyLength + valueLength;
    }

    /** Returns the length of the keys' common prefix; 0 if there is no previous key. */
    static int shared(byte[] previous, int previousLength, byte[] key, int keyOffset, int keyLength) {
        if (previousLength <= 0) {
            return 0;
        }
        int shared = Arrays.mismatch(previous, 0, previousLength, key, keyOffset, keyOffset + keyLength);
        return shared < 0 ? keyLength : shared;
    }

    private static int putLengths(byte[] out, int at, int shared, int unshared, int valueLength) {
        if ((shared | unshared | valueLength) < 0x80) {
            out[at] = (byte) shared;
            out[at + 1] = (byte) unshared;
            out[at + 2] = (byte) valueLength;
            return at + 3;
        }
        int end = Coding.putVarint32(out, at, shared);
        end = Coding.putVarint32(out, end, unshared);
        return Coding.putVarint32(out, end, valueLength);
    }
}
