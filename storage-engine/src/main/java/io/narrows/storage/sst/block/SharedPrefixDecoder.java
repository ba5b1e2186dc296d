package io.narrows.storage.sst.block;

/** Decodes the format of {@link SharedPrefixEncoder}. */
final class SharedPrefixDecoder implements EntryDecoder {
    /** Number of bytes copied for a key with at most that many unshared bytes. */
    private static final int SHORT = 4 * Long.BYTES;

    static final SharedPrefixDecoder INSTANCE = new SharedPrefixDecoder();

    private SharedPrefixDecoder() {}

    @Override
    public void decode(EntryState state, byte[] block, int at, int limit) throws MalformedBlockException {
        int keyAt = at + 3;
        if (keyAt <= limit) {
            int shared = block[at];
            int unshared = block[at + 1];
            int valueLength = block[at + 2];
            byte[] key = state.key;
            // fast path: one-byte lengths, a short unshared part, and not at the end of the array, which is nearly
            // always so
            if ((shared | unshared | valueLength) >= 0
                    && shared <= state.keyLength
                    && unshared <= limit - keyAt - valueLength
                    && unshared <= SHORT
                    && keyAt <= block.length - SHORT
                    && shared <= key.length - SHORT) {
                copyShort(block, keyAt, key, shared);
                state.set(shared + unshared, keyAt + unshared, valueLength);
                return;
            }
        }
        decodeAny(state, block, at, limit);
    }

    /**
     * Copies the maximum of a short key, which is faster than a copy of variable length. Bytes after the key are ignored.
     */
    private static void copyShort(byte[] block, int from, byte[] key, int to) {
        Coding.putFixed64(key, to, Coding.fixed64(block, from));
        Coding.putFixed64(key, to + 8, Coding.fixed64(block, from + 8));
        Coding.putFixed64(key, to + 16, Coding.fixed64(block, from + 16));
        Coding.putFixed64(key, to + 24, Coding.fixed64(block, from + 24));
    }

    @Override
    public long restartKey(byte[] block, int at, int limit) throws MalformedBlockException {
        int keyAt = at + 3;
        if (keyAt <= limit) {
            int unshared = block[at + 1];
            int valueLength = block[at + 2];
            if (block[at] == 0 && (unshared | valueLength) >= 0 && unshared <= limit - keyAt - valueLength) {
                return Coding.pair(keyAt, unshared);
            }
        }
        return anyRestartKey(block, at, limit);
    }

    private static long anyRestartKey(byte[] block, int at, int limit) throws MalformedBlockException {
        long shared = Coding.getLength(block, at, limit);
        if (Coding.value(shared) != 0) {
            throw new MalformedBlockException(
                    at, "an entry at a restart point shares " + Coding.value(shared) + " bytes of a key (expected: 0)");
        }
        long unshared = Coding.getLength(block, Coding.index(shared), limit);
        long valueLength = Coding.getLength(block, Coding.index(unshared), limit);
        int keyAt = Coding.index(valueLength);
        if (Coding.value(unshared) > limit - keyAt - Coding.value(valueLength)) {
            throw beyondTheEnd(at, limit, Coding.value(unshared), Coding.value(valueLength));
        }
        return Coding.pair(keyAt, Coding.value(unshared));
    }

    private static void decodeAny(EntryState state, byte[] block, int at, int limit) throws MalformedBlockException {
        long sharedPair = Coding.getLength(block, at, limit);
        long unsharedPair = Coding.getLength(block, Coding.index(sharedPair), limit);
        long valuePair = Coding.getLength(block, Coding.index(unsharedPair), limit);
        int shared = Coding.value(sharedPair);
        int unshared = Coding.value(unsharedPair);
        int valueLength = Coding.value(valuePair);
        int keyAt = Coding.index(valuePair);
        // not a sum of the lengths: two of them can overflow an int
        if (shared > state.keyLength || unshared > limit - keyAt - valueLength) {
            throw malformed(state, at, limit, shared, unshared, valueLength);
        }
        state.ensureRoom(shared + unshared);
        System.arraycopy(block, keyAt, state.key, shared, unshared);
        state.set(shared + unshared, keyAt + unshared, valueLength);
    }

    private static MalformedBlockException malformed(
            EntryState state, int at, int limit, int shared, int unshared, int valueLength) {
        return shared > state.keyLength
                ? new MalformedBlockException(
                        at, "an entry shares " + shared + " bytes of a key (expected: 0-" + state.keyLength + ")")
                : beyondTheEnd(at, limit, unshared, valueLength);
    }

    private static MalformedBlockException beyondTheEnd(int at, int limit, int unshared, int valueLength) {
        return new MalformedBlockException(
                at,
                "an entry with " + unshared + " bytes of a key and a value of " + valueLength
                        + " bytes extends beyond the end of the entries at " + limit);
    }
}
