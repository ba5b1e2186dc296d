package io.narrows.storage.sst.block;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Consecutive entries, as in a block, with restart points at regular intervals. */
record Entries(byte[] bytes, List<Integer> restarts) {
    /** Decodes hexadecimal digits; blanks are ignored. */
    static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    static byte[] key(byte[] userKey, long sequence) {
        return InternalKey.of(Slice.of(userKey), InternalKey.trailer(sequence, EntryType.PUT));
    }

    static Entries encode(EntryEncoder encoder, int restartInterval, List<byte[]> keys, List<byte[]> values) {
        byte[] bytes = new byte[0];
        List<Integer> restarts = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            byte[] key = keys.get(i);
            byte[] value = values.get(i);
            boolean restart = i % restartInterval == 0;
            if (restart) {
                restarts.add(bytes.length);
            }
            byte[] previous = i == 0 ? new byte[0] : keys.get(i - 1);
            int at = bytes.length;
            bytes = Arrays.copyOf(bytes, at + encoder.maxLength(key.length, value.length));
            int end = encoder.encode(
                    bytes, at, previous, restart ? -1 : previous.length, key, 0, key.length, value, 0, value.length);
            bytes = Arrays.copyOf(bytes, end);
        }
        return new Entries(bytes, restarts);
    }

    /** Asserts that reading from first to last yields these entries. */
    void assertRead(EntryDecoder decoder, List<byte[]> keys, List<byte[]> values) throws MalformedBlockException {
        EntryState state = new EntryState();
        int at = 0;
        for (int i = 0; i < keys.size(); i++) {
            if (restarts.contains(at)) {
                state.restart();
                long key = decoder.restartKey(bytes, at, bytes.length);
                assertSame("key at the restart point", i, keys.get(i), bytes, Coding.index(key), Coding.value(key));
            }
            decoder.decode(state, bytes, at, bytes.length);
            assertSame("key", i, keys.get(i), state.key, 0, state.keyLength);
            assertSame("value", i, values.get(i), bytes, state.valueOffset, state.valueLength);
            at = state.next;
        }
        if (at != bytes.length) {
            throw new AssertionError("entries end at " + at + " (expected: " + bytes.length + ")");
        }
    }

    private static void assertSame(String what, int entry, byte[] expected, byte[] array, int offset, int length) {
        if (!Arrays.equals(expected, 0, expected.length, array, offset, offset + length)) {
            throw new AssertionError(what + " of entry " + entry + ": " + new Slice(array, offset, length)
                    + " (expected: " + Slice.of(expected) + ")");
        }
    }
}
